"""Texts that do not say their encoding are guessed, and the guess is told."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.domain.classroom import RemarkKind
from grader.domain.errors import UsageError
from grader.intake.class_folder import IntakeRules, open_class
from grader.intake.encoding import decode, known_encoding
from grader.intake.roster import read_roster
from tests.intake.samples import EXERCISES, code

WEST = "id;name\n1;Jürgen Müller\n2;José Nuñez\n3;Anna Berg\n"
CHINESE = "学号,姓名\n1,王小明\n2,张喆\n"


@pytest.mark.parametrize(
    ("text", "encoding", "read_as"),
    [
        (WEST, "cp1252", "cp1252"),
        (WEST, "mac_roman", "mac_roman"),
        ("id;name\n1;Zoë Åström\n2;François Lefèvre\n3;Søren Kjær\n", "cp1252", "cp1252"),
        ("id;name\n1;Łukasz Żółć\n2;Jiří Dvořák\n", "cp1250", "cp1250"),
        ("id,name\n1,Иван Петров\n2,Мария Кузнецова\n", "cp1251", "cp1251"),
        (CHINESE, "gbk", "gb18030"),
        ("id,name\n1,王小明\n", "gb18030", "gb18030"),
        ("id,name\n1,王小明\n2,陳大文\n", "big5", "big5"),
    ],
)
def test_an_encoding_is_guessed_by_what_it_makes_of_the_text(text: str, encoding: str, read_as: str) -> None:
    """Names of many languages come out right, and the reader knows that it guessed."""
    found = decode(text.encode(encoding))
    assert (found.text, found.encoding, found.is_guess) == (text, read_as, True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "ascii"])
def test_what_says_its_encoding_is_no_guess(encoding: str) -> None:
    """A mark or valid UTF-8 needs no warning."""
    found = decode("id,name\n1,Anna\n".encode(encoding))
    assert (found.text, found.is_guess) == ("id,name\n1,Anna\n", False)


def test_a_roster_of_the_west_keeps_its_names_and_tells_the_guess(tmp_path: Path) -> None:
    """A roster in cp1252 with semicolons is read, and the guess is told by name."""
    (tmp_path / "roster.csv").write_bytes(WEST.encode("cp1252"))
    roster = read_roster(tmp_path / "roster.csv")
    assert [person.name for person in roster.people] == ["Jürgen Müller", "José Nuñez", "Anna Berg"]
    (remark,) = roster.remarks
    assert (remark.kind, remark.detail) == (RemarkKind.ENCODING_GUESSED, "cp1252")


def test_staff_can_say_the_encoding(tmp_path: Path) -> None:
    """What is said holds, and nothing has to be told."""
    (tmp_path / "roster.csv").write_bytes("id,name\n1,김철수\n".encode("cp949"))
    roster = read_roster(tmp_path / "roster.csv", encoding="cp949")
    assert (roster.people[0].name, roster.remarks) == ("김철수", ())


@pytest.mark.parametrize("name", ["no-such-encoding", "", "utf-8\0", "hex", "base64"])
def test_an_unknown_encoding_is_wrong_usage(name: str) -> None:
    """A name that is none of an encoding of text is told as such."""
    with pytest.raises(UsageError, match="encoding"):
        known_encoding(name)


def packed(path: Path, names: list[bytes]) -> Path:
    """A zip archive whose names are these bytes, not marked as UTF-8."""
    marks = [f"{chr(ord('A') + place)}" * len(name) for place, name in enumerate(names)]
    with zipfile.ZipFile(path, "w") as archive:
        for mark in marks:
            archive.writestr(mark, code("FeedForward"))
    body = path.read_bytes()
    for mark, name in zip(marks, names, strict=True):
        body = body.replace(mark.encode(), name)
    path.write_bytes(body)
    return path


@pytest.mark.parametrize(
    ("names", "encoding", "told"),
    [
        (["Daniël/ex03.py", "Bo/ex03.py"], "cp437", "cp437"),
        (["Daniël/ex03.py", "Bo/ex03.py"], "cp1252", "cp1252"),
        (["Jürgen Müller/ex03.py"], "cp850", "cp437"),
        (["王小明/ex03.py", "张喆/ex03.py"], "gbk", "gb18030"),
        (["Daniël/ex03.py", "王小明/ex03.py"], "utf-8", ""),
    ],
)
def test_names_in_an_archive(tmp_path: Path, names: list[str], encoding: str, told: str) -> None:
    """Entry names come out right whatever archiver wrote them; a guess is told with the archive's name."""
    path = packed(tmp_path / "class.zip", [name.encode(encoding) for name in names])
    folder = open_class(path, EXERCISES)
    assert {name for _, name in folder.learners} == {name.partition("/")[0] for name in names}
    remarks = [(remark.subject, remark.detail) for remark in folder.notes.remarks]
    assert remarks == ([("class.zip", told)] if told else [])


def test_names_in_an_archive_by_what_staff_say(tmp_path: Path) -> None:
    """`--encoding` holds for the names in the archive too."""
    path = packed(tmp_path / "class.zip", ["김철수/ex03.py".encode("cp949")])
    folder = open_class(path, EXERCISES, rules=IntakeRules(encoding="cp949"))
    assert folder.learners == (("김철수", "김철수"),)
    assert folder.notes.remarks == ()
