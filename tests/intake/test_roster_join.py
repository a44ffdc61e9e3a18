"""Submissions and roster are joined by ids, with both kinds of missing told."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.classroom import RosterPerson
from grader.intake.roster import read_roster
from grader.intake.roster_join import find_lost_zeros, join_roster

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section
"Berg, Anna",2001,s01,aberg,A
王小明,2002,s02,wxm,B
"""


def roster(tmp_path: Path, content: str) -> tuple[RosterPerson, ...]:
    """The people of a roster with this content."""
    path = tmp_path / "roster.csv"
    path.write_text(content, encoding="utf-8")
    return read_roster(path).people


def test_join_is_by_id_and_tells_both_kinds_of_missing(tmp_path: Path) -> None:
    """Keys find people by any id, letter case aside; nobody is found by name."""
    people = roster(tmp_path, CANVAS)
    joined = join_roster([("ABERG", "x"), ("9999", "王小明"), ("2001", "y")], people)
    assert joined.people == {"ABERG": people[0], "2001": people[0]}
    assert [person.ids for person in joined.without_submission] == [people[1].ids]
    assert joined.without_person == (("9999", "王小明"),)


@pytest.mark.parametrize("match", [False, True])
def test_lost_zeros_are_offered_where_one_person_alone_fits(tmp_path: Path, match: bool) -> None:
    """00123 is told as the roster's 123, and taken for it where that is asked for; two that fit are left alone."""
    people = roster(tmp_path, "id,name\n123,Anna\n45,Bo\n77,Cy\n077,Di\n")
    keys = ["00123", "0045", "045", "0077", "9"]
    found, remarks = find_lost_zeros(keys, people, match=match)
    assert [(each.subject, each.detail) for each in remarks] == [("00123", "123")]
    joined = join_roster([(key, key) for key in keys], found)
    assert set(joined.people) == ({"00123"} if match else set())


def test_somebody_who_is_there_already_is_not_offered(tmp_path: Path) -> None:
    """If 123 handed in as well, 00123 is somebody else."""
    people = roster(tmp_path, "id,name\n123,Anna\n")
    assert find_lost_zeros(["00123", "123"], people, match=True) == (people, ())


def test_ids_of_every_column_lead_to_the_key(tmp_path: Path) -> None:
    """Keys are of the kind that the submissions have; whoever is absent has one of the same kind."""
    joined = join_roster([("2001", "Anna")], roster(tmp_path, CANVAS))
    assert [person.key for person in joined.without_submission] == ["2002"]
    assert joined.keys() == {"s01": "2001", "aberg": "2001", "s02": "2002", "wxm": "2002"}
