"""Rosters from anywhere, joined by ids, with both kinds of missing told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.domain.classroom import RosterPerson
from grader.domain.errors import ContentError, UsageError
from grader.intake.roster import Roster, read_roster
from grader.intake.roster_join import join_roster

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


def test_join_is_by_id_and_tells_both_kinds_of_missing(tmp_path: Path) -> None:
    """Keys find people by any id, letter case aside; nobody is found by name."""
    people = roster(tmp_path, CANVAS)
    joined = join_roster([("ABERG", "x"), ("9999", "王小明"), ("2001", "y")], people)
    assert joined.people == {"ABERG": (people[0],), "2001": (people[0],)}
    assert [person.ids for person in joined.without_submission] == [people[1].ids]
    assert joined.without_person == (("9999", "王小明"),)


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


def test_missing_roster_is_a_usage_error(tmp_path: Path) -> None:
    """A roster that is not there is told by its name."""
    with pytest.raises(UsageError, match=r"none\.csv"):
        read_roster(tmp_path / "none.csv")
