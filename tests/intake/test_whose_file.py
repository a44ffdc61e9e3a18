"""Whose a file is says the platform's part of its name; nothing that a learner can choose changes it."""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from grader.domain.classroom import Platform
from grader.intake.class_folder import open_class
from tests.intake.samples import EXERCISES, code, read, write_zip

FF, OLD = code("FeedForward"), code("FeedForward", "Older")
PREFIX: Mapping[Platform, tuple[str, str, str]] = {
    Platform.MOODLE: ("Ada L_1001_assignsubmission_file_/", "Max M_1002_assignsubmission_file_/", "1002"),
    Platform.CANVAS: ("lada_2001_71_", "mmax_2002_72_", "2002"),
    Platform.BLACKBOARD: (
        "Week 3_ada_attempt_2026-11-05-09-30-00_", "Week 3_max_attempt_2026-11-05-09-40-00_", "max",
    ),
    Platform.BRIGHTSPACE: ("301-9000 - Ada - Nov 5, 2026 930 AM/", "302-9000 - Max - Nov 5, 2026 931 AM/", "302"),
    Platform.CLASSROOM: ("nlp-week3-ada/", "nlp-week3-max/", "max"),
    Platform.NBGRADER: ("submitted/ada/week3/", "submitted/max/week3/", "max"),
    Platform.PLAIN: ("ada/", "max/", "max"),
}  # fmt: skip
"""What stands before Ada's and before Max's file, and Max's key."""
BESIDE = {
    Platform.CLASSROOM: {"students.csv": b"username\nada\nmax\n"},
    Platform.NBGRADER: {
        "submitted/ada/week3/timestamp.txt": b"2026-11-05 09:30:00 UTC",
        "submitted/max/week3/timestamp.txt": b"2026-11-05 09:30:00 UTC",
    },
}
FORGED = [
    "ex_ada_attempt_2026-11-30-10-00-00_ex03.py",
    "Week 3_ada_attempt_2026-11-30-10-00-00_ex03.py",
    "_ada_attempt_2026-11-30-10-00-00_.py",
    "lada_2001_99_ex03.py",
    "x_2001_99_2001_100_ex03.py",
    "LATE_2001_99_ex03.py",
    "2001_99_ex03.py",
    "ex_03_2026_11_30.py",
    "Ada L_1001_assignsubmission_file_ex03.py",
    "Ada L_1001_assignsubmission_file_.py",
    "301-9000 - Ada - Nov 30, 2026 930 AM.py",
    "submission_11.py",
    "submitted_ada_week3_ex03.py",
    "nlp-week3-ada.py",
    "ada.py",
]
NAMES = st.sampled_from(FORGED) | st.text(
    string.ascii_letters + string.digits + " _-.()王明é", min_size=1, max_size=40
).map(lambda text: f"{text.strip('. ') or 'x'}.py")


def owners(folder: Path, files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Learner -> the files that were read as theirs."""
    path = write_zip(folder / "class.zip", files)
    found = read(open_class(path, EXERCISES, (3,)))
    return {
        key: [name for each in handins for name in (each.file_name, *each.choice.kept)]
        for key, handins in found.items()
    }


@pytest.mark.parametrize("platform", list(PREFIX))
@pytest.mark.parametrize("name", FORGED)
def test_a_name_inside_the_learners_part_is_nobody(tmp_path: Path, platform: Platform, name: str) -> None:
    """A file that is called as the platform would call somebody else's stays with whoever handed it in."""
    adas, maxs, key = PREFIX[platform]
    files = {f"{adas}ex03.py": FF, f"{maxs}{name}": OLD, **BESIDE.get(platform, {})}
    found = owners(tmp_path, files)
    assert set(found) == {key, *(each for each in found if each != key)}
    assert len(found) == 2
    assert found[key] == [f"{maxs}{name}"]


@pytest.mark.parametrize("platform", list(PREFIX))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(name="0_0_0.py")
@example(name="text.html.py")
@given(name=NAMES)
def test_no_name_at_all_changes_the_owner(tmp_path: Path, platform: Platform, name: str) -> None:
    """Whatever a learner calls a file, it is theirs and adds nothing to anybody else's."""
    adas, maxs, key = PREFIX[platform]
    files = {f"{adas}ex03.py": FF, f"{maxs}{name}": OLD, **BESIDE.get(platform, {})}
    found = owners(tmp_path, files)
    others = {path for each, paths in found.items() if each != key for path in paths}
    assert others == {f"{adas}ex03.py"}


@pytest.mark.parametrize(
    ("heads", "texts", "keys"),
    [
        (["Week_3_a_berg", "Week_3_c_dahl"], {"Week_3_a_berg": "A (a_berg)"}, {"a_berg", "c_dahl"}),
        (["Week 3_stu_01", "Week 3_stu_02"], {"Week 3_stu_01": "A (stu_01)"}, {"stu_01", "stu_02"}),
        (["Week 3_berg", "Week 3_dahl"], {}, {"berg", "dahl"}),
        (["Week 3_berg"], {}, {"berg"}),
        (["Week 3_a_berg"], {"Week 3_a_berg": "名 (a_berg)"}, {"a_berg"}),
        (["W_berg", "W_dahl"], {"W_berg": "Max (dahl)"}, {"berg", "dahl"}),
    ],
)
def test_blackboards_user_names_may_have_underscores(
    tmp_path: Path, heads: list[str], texts: Mapping[str, str], keys: set[str]
) -> None:
    """What all names begin with is the assignment; the platform's own texts settle where that ends."""
    files = {f"{head}_attempt_2026-11-05-09-30-00_ex03.py": FF for head in heads}
    files |= {
        f"{head}_attempt_2026-11-05-09-30-00.txt": f"Name: {text}\nAssignment: x\n\nName: Eve (eve)\n".encode()
        for head, text in texts.items()
    }
    assert set(owners(tmp_path, files)) == keys


@pytest.mark.parametrize("attacker", ["a_2001_5", "x_2001_9", "a_b_2001_71_2"])
def test_a_display_name_on_canvas_takes_nobodys_place(tmp_path: Path, attacker: str) -> None:
    """Who calls himself so that the name holds another's numbers hands in under his own all the same."""
    files = {"lada_2001_71_ex03.py": FF, f"{attacker}_2077_99_ex03.py": OLD, "bo_2003_73_ex03.py": FF}
    found = owners(tmp_path, files)
    assert found["2001"] == ["lada_2001_71_ex03.py"]
    assert found["2077"] == [f"{attacker}_2077_99_ex03.py"]


def test_a_class_without_names_on_canvas(tmp_path: Path) -> None:
    """Under anonymous marking the numbers stand first, and digits in a learner's file name are no ids."""
    files = {f"anon_aB{n}_{n}1_ex03.py": FF for n in range(3)} | {"anon_zz_77_33_44_x.py": OLD}
    assert set(owners(tmp_path, files)) == {"anon_aB0", "anon_aB1", "anon_aB2", "anon_zz"}


def test_a_user_name_on_classroom_takes_nobodys_repository(tmp_path: Path) -> None:
    """A user called `week3-b` gets his own repository and not that of the user `b`."""
    files = {
        "students.csv": b"username\na\nb\nweek3-b\nc\n",
        **{f"nlp-week3-{user}/ex03.py": FF for user in ("a", "b", "week3-b", "c")},
    }
    assert owners(tmp_path, files) == {
        user: [f"nlp-week3-{user}/ex03.py"] for user in ("a", "b", "week3-b", "c")
    }


@pytest.mark.parametrize("name", ["9" * 5000, "LATE_" * 200, "a_" * 3000, "_1_2" * 500])
def test_endless_names_are_read_in_no_time(tmp_path: Path, name: str) -> None:
    """A name that no disk has, in an archive, neither stops nor slows the reading."""
    files = {"lada_2001_71_ex03.py": FF, "bo_2003_73_ex03.py": FF, f"mmax_2002_72_{name}.py": OLD}
    found = owners(tmp_path, files)
    assert set(found) == {"2001", "2002", "2003"}
