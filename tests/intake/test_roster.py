"""Rosters from anywhere, joined by ids, with both kinds of missing told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.domain.classroom import RemarkKind, RosterPerson
from grader.domain.errors import ContentError, UsageError
from grader.intake.roster import Roster, read_roster

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section
"Berg, Anna",2001,s01,aberg,A
王小明,2002,s02,wxm,B
"""
MOODLE = (
    "Identifier,Full name,Email address\nParticipant 1001,Anna Berg,a@x.org\nParticipant 1002,王小明,w@x.org"
)
BRIGHTSPACE = "OrgDefinedId,Username,Last Name,First Name\n#301,#aberg,Berg,Anna\n#302,#wxm,王,小明\n"
CLASSROOM = "username,first_name,last_name,email,section,github_id\naberg,Anna,Berg,a@x.org,1,77\n"
CHINESE = "学号,姓名,班级,小组\n2026001,王小明,一班,甲\n2026002,李雷,二班,甲\n"


def whole(tmp_path: Path, content: str | bytes, **options: Any) -> Roster:
    """Read a roster with this content, remarks and all."""
    path = tmp_path / "roster.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_roster(path, **options)


def roster(tmp_path: Path, content: str | bytes) -> tuple[RosterPerson, ...]:
    """The people of a roster with this content."""
    return whole(tmp_path, content).people


@pytest.mark.parametrize(
    ("content", "key", "name", "platform_id"),
    [
        (CANVAS, "s01", "Berg, Anna", "2001"),
        (MOODLE, "1001", "Anna Berg", "a@x.org"),
        (BRIGHTSPACE, "301", "Anna Berg", "aberg"),
        (CLASSROOM, "aberg", "Anna Berg", "77"),
        (CHINESE, "2026001", "王小明", "2026001"),
    ],
)
def test_platforms_columns_are_known(
    tmp_path: Path, content: str, key: str, name: str, platform_id: str
) -> None:
    """Every platform's own headers give key, name and the other ids."""
    person = roster(tmp_path, content)[0]
    assert (person.key, person.name) == (key, name)
    assert platform_id in person.ids


def test_chinese_names_are_joined_family_name_first(tmp_path: Path) -> None:
    """A Chinese name in two columns is written without a space, family name first."""
    assert roster(tmp_path, BRIGHTSPACE)[1].name == "王小明"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gbk"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_encodings_and_delimiters(tmp_path: Path, encoding: str, delimiter: str) -> None:
    """What Excel writes in any country is read."""
    first, second = roster(tmp_path, CHINESE.replace(",", delimiter).encode(encoding))
    assert (first.name, first.section, second.group) == ("王小明", "一班", "甲")


def test_faults_are_told_all_at_once(tmp_path: Path) -> None:
    """A row without an id and an id given twice are told together, by row."""
    with pytest.raises(ContentError) as caught:
        roster(tmp_path, "id,name\n1,A\n,B\n\n1,C\n")
    places = [problem.place for problem in caught.value.problems]
    assert places == ["row 3", "row 5"]


@pytest.mark.parametrize("content", ["", "\n", "name,section\nA,1\n", "\x00\x01"])
def test_roster_without_ids_is_refused(tmp_path: Path, content: str) -> None:
    """A file without a column of ids says what was found and what such a column may be called."""
    with pytest.raises(ContentError, match="column of ids"):
        roster(tmp_path, content)


GRADE_BOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,FeedForward (77),Final Score\r\n"
    ",,,,,Manual Posting,(read only)\r\n"
    "    Points Possible,,,,,10,(read only)\r\n"
    '"Berg, Anna",2001,s01,aberg,A,,\r\n'
    "王小明,2002,s02,wxm,B,,\r\n"
    '"Student, Test",2099,,3f9a,A,,\r\n'
)


def test_canvas_grade_book_is_a_roster(tmp_path: Path) -> None:
    """Rows of points, of the posting policy and of the test student are nobody."""
    people = roster(tmp_path, GRADE_BOOK)
    assert [(person.name, person.ids) for person in people] == [
        ("Berg, Anna", ("s01", "2001", "aberg")),
        ("王小明", ("s02", "2002", "wxm")),
    ]


@pytest.mark.parametrize("written", ["2.02E+11", "2,02E+11", "2.02e11", "1E+5", "2.0215E+09"])
def test_ids_rounded_by_a_spreadsheet_are_told(tmp_path: Path, written: str) -> None:
    """Such an id is none: where it is the only one the row is a fault that says how to mend it, else it is left out."""
    with pytest.raises(ContentError, match="rounded by a spreadsheet") as caught:
        roster(tmp_path, f'id;name\n"{written}";A\n"{written}";B\n202100000;C\n')
    assert [problem.place for problem in caught.value.problems] == ["row 2", "row 3"]
    assert "Format the column as text" in str(caught.value)
    found = whole(tmp_path, f'id;email\n"{written}";a@x\n"{written}";b@x\n')
    assert [person.ids for person in found.people] == [("a@x",), ("b@x",)]
    assert [(each.kind, each.subject, each.detail) for each in found.remarks] == [
        (RemarkKind.IDS_ROUNDED, written, "a@x"),
        (RemarkKind.IDS_ROUNDED, written, "b@x"),
    ]


def test_ids_that_only_look_like_numbers_stay(tmp_path: Path) -> None:
    """Letters with digits are ids, 12.0 is 12, and zeros in front stay."""
    people = roster(tmp_path, "id\nE12\n3e\n12.0\n00123\n1.5E\n")
    assert [person.key for person in people] == ["E12", "3e", "12", "00123", "1.5E"]


def test_controls_and_directions_are_no_part_of_anybody(tmp_path: Path) -> None:
    """Escapes, marks of direction and line feeds leave ids, names, sections and addresses."""
    (person,) = roster(
        tmp_path, 'id,name,section,email\n"7\x1b[31m","A\u202en\x07na\nB","S\x1b]0;x\x07","a\u200b@x"\n'
    )
    assert (person.key, person.name, person.section, person.email) == ("7[31m", "Anna B", "S]0;x", "a@x")


def test_missing_roster_is_a_usage_error(tmp_path: Path) -> None:
    """A roster that is not there is told by its name."""
    with pytest.raises(UsageError, match=r"none\.csv"):
        read_roster(tmp_path / "none.csv")
