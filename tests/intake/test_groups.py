"""A group's work counts for each of its members, and nobody hands in for a group that is not theirs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.domain.classroom import RemarkKind
from grader.intake.class_folder import ClassFolder, IntakeRules, open_class
from grader.intake.groups import folded
from grader.intake.roster import read_roster
from tests.intake.samples import EXERCISES, code, read, write_folder

FF, OLD = code("FeedForward"), code("FeedForward", "Older")
ROSTER = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Group\n"
    '"Berg, Anna",2001,s01,aberg,A,Group One\n'
    '"Li, Bo",2002,s02,bli,A,Group One\n'
    "王小明,2003,s03,wxm,B,Team-2\n"
    '"Solo, Cy",2004,s04,csolo,B,\n'
    '"Two, Di",2005,s05,dtwo,B,Team-2\n'
)
MOODLE = (
    "Identifier,Full name,Group\nParticipant 11,Anna,Team A\nParticipant 12,Bo,\"Team A, Lab 3\"\n"
    "Participant 13,Cy,Team B\n"
)  # fmt: skip


def opened(tmp_path: Path, files: Mapping[str, bytes], roster: str = ROSTER) -> ClassFolder:
    """The class with this roster."""
    (tmp_path / "roster.csv").write_text(roster, encoding="utf-8")
    rules = IntakeRules(roster=read_roster(tmp_path / "roster.csv"))
    return open_class(write_folder(tmp_path / "class", files), EXERCISES, rules=rules)


def files_of(folder: ClassFolder) -> dict[str, str]:
    """Learner -> the file that counts."""
    return {key: handins[0].file_name for key, handins in read(folder).items()}


def test_canvas_names_the_file_after_the_group(tmp_path: Path) -> None:
    """One file, named after the group in small letters and with one member's id, is everybody's."""
    folder = opened(tmp_path, {"groupone_2001_71_ex03.py": FF, "solocy_2004_74_ex03.py": OLD})
    assert files_of(folder) == {
        "2001": "groupone_2001_71_ex03.py",
        "2002": "groupone_2001_71_ex03.py",
        "2004": "solocy_2004_74_ex03.py",
    }
    assert folder.learners == (("2001", "Berg, Anna"), ("2002", "Li, Bo"), ("2004", "Solo, Cy"))
    assert folder.join is not None
    assert [person.key for person in folder.join.without_submission] == ["2003", "2005"]
    (remark,) = folder.notes.remarks
    assert (remark.kind, remark.subject, remark.detail) == (RemarkKind.BY_GROUP, "Group One", "2")


def test_the_newest_of_a_groups_files_counts(tmp_path: Path) -> None:
    """Two members handed in for the group: the later file counts for both, and the other is named."""
    folder = opened(tmp_path, {"groupone_2001_71_ex03.py": OLD, "groupone_2002_75_ex03.py": FF})
    found = read(folder)
    for key in ("2001", "2002"):
        (handin,) = found[key]
        assert handin.file_name == "groupone_2002_75_ex03.py"
        assert handin.choice.kept == ("groupone_2001_71_ex03.py",)


def test_moodle_names_the_folder_after_the_group(tmp_path: Path) -> None:
    """The folder of a team, with the team's number, is everybody's who is in the team."""
    folder = opened(tmp_path, {"Team A_57_assignsubmission_file_/ex03.py": FF}, MOODLE)
    assert set(files_of(folder)) == {"11", "12"}


def test_a_plain_folder_may_be_a_groups(tmp_path: Path) -> None:
    """A folder named after a group of the roster is the group's."""
    roster = "学号,姓名,小组\n2026001,王小明,甲\n2026002,李雷,甲\n"
    folder = opened(tmp_path, {"甲/ex03.py": FF, "2026003/ex03.py": OLD}, roster)
    assert set(files_of(folder)) == {"2026001", "2026002", "2026003"}


@pytest.mark.parametrize(
    ("name", "user"),
    [("groupone", "2003"), ("groupone", "2004"), ("team2", "2001"), ("groupone", "2099"), ("team2", "2099")],
)
def test_nobody_hands_in_for_another_group(tmp_path: Path, name: str, user: str) -> None:
    """Who is called as a group of other people, be it somebody of the roster or not, hands in alone."""
    folder = opened(tmp_path, {f"{name}_{user}_71_ex03.py": FF, "solocy_2004_74_ex03.py": OLD})
    assert set(files_of(folder)) == {user, "2004"}


def test_two_groups_that_read_alike_are_nobodys(tmp_path: Path) -> None:
    """Where two groups have the same name but for blanks, who is meant is not guessed."""
    roster = "id,name,group\n1,A,Team 1\n2,B,Team-1\n"
    folder = opened(tmp_path, {"Team 1_57_assignsubmission_file_/ex03.py": FF}, roster)
    assert set(files_of(folder)) == {"57"}


def test_members_are_kept_under_the_platforms_ids(tmp_path: Path) -> None:
    """The roster's first column has other ids; those of the submissions are taken, for present and absent alike."""
    folder = opened(tmp_path, {"groupone_2001_71_ex03.py": FF})
    assert folder.join is not None
    keys = {key for key, _ in folder.learners} | {person.key for person in folder.join.without_submission}
    assert keys == {"2001", "2002", "2003", "2004", "2005"}
    assert folder.join.keys()["s02"] == "2002"
    assert folder.join.keys()["wxm"] == "2003"


def test_one_person_under_two_ids_is_one_learner(tmp_path: Path) -> None:
    """Who handed in under two ids of the roster is one learner, under the kind of id that most have, and it is told."""
    roster = "id,username\n1,anna\n2,bo\n3,cy\n"
    folder = opened(
        tmp_path, {"anna/ex03.py": OLD, "1/ex03_new.py": FF, "2/ex03.py": FF, "3/ex03.py": FF}, roster
    )
    assert [key for key, _ in folder.learners] == ["1", "2", "3"]
    (handin,) = read(folder)["1"]
    assert {handin.file_name, *handin.choice.kept} == {"anna/ex03.py", "1/ex03_new.py"}
    assert [(each.kind, each.subject, each.detail) for each in folder.notes.remarks] == [
        (RemarkKind.SAME_PERSON, "1", "anna")
    ]


@pytest.mark.parametrize(
    ("name", "fold"), [("Group One!", "groupone"), ("Ｔｅａｍ　２", "team2"), ("甲 组", "甲组")]
)
def test_group_names_are_compared_without_blanks_and_case(name: str, fold: str) -> None:
    """As Canvas writes them into file names: letters and digits alone."""
    assert folded(name) == fold
