"""A mixed class, graded as a whole: each submission gets the verdict that it was made for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.classrun.class_checks import complaints, rows
from tests.classrun.class_process import ClassProcess
from tests.classrun.mixed_class import make_class, write_class

SEED = 20261130


@pytest.mark.skipif(sys.platform != "linux", reason="the hostile ones need a lock")
def test_sixty_mixed_submissions(tmp_path: Path) -> None:
    """Right, wrong, crashing, hanging, hostile, empty, broken and Chinese submissions each come to what
    they must.
    """
    made = make_class(60, SEED)
    folder, database = write_class(tmp_path / "班级", made), tmp_path / "scores.db"
    outcome = ClassProcess(folder, database).finish()
    assert outcome["graded"] == len(made)
    assert complaints(database, made) == []
    assert set(rows(database).values()) == {1}
    again = ClassProcess(folder, database).finish()
    assert (again["graded"], again["unchanged"], again["run"]) == (0, len(made), outcome["run"])


def test_the_generator_repeats_itself() -> None:
    """One seed makes one class, another seed another, and no two learners share a folder."""
    first, same, other = make_class(60, 1), make_class(60, 1), make_class(60, 2)
    assert first == same != other
    assert len({made.learner for made in first}) == len(first)
