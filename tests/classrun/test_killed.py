"""A class run that loses processes, or is killed itself: nothing is lost and nothing doubled."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from tests.classrun.class_checks import complaints, rows
from tests.classrun.class_process import ClassProcess, survivors
from tests.classrun.mixed_class import Made, make_class, write_class

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are killed by signal")
SEED = 6


def _kill(process: psutil.Process) -> None:
    os.kill(process.pid, signal.SIGKILL)


def _killed_twice(tmp_path: Path, made: list[Made], early: int, late: int) -> None:
    folder, database = write_class(tmp_path / "class", made), tmp_path / "scores.db"
    first = ClassProcess(folder, database, "--jobs", "2")
    first.wait_until(lambda: first.kept() >= early)
    family = first.family()
    first.kill()
    assert not survivors(family)
    told = first.kept()
    second = ClassProcess(folder, database, "--jobs", "2")
    second.wait_until(lambda: second.kept() >= late)
    judge, server = second.judges()[0], second.judges()[1].children()[0]
    _kill(judge)
    _kill(server)
    outcome = second.finish()
    assert outcome["unchanged"] == told
    assert outcome["graded"] == len(made) - told
    assert complaints(database, made) == []
    assert set(rows(database).values()) == {1}
    third = ClassProcess(folder, database).finish()
    assert (third["graded"], third["unchanged"]) == (0, len(made))


def test_kill_of_everything_in_turn(tmp_path: Path) -> None:
    """After `kill -9` of the run, of a judge and of a worker server, a class has each result once and none
    again.
    """
    _killed_twice(tmp_path, make_class(40, SEED, exercises=(1, 5), hangs=0), early=3, late=12)


@pytest.mark.slow
def test_kill_of_everything_in_a_class_of_a_thousand(tmp_path: Path) -> None:
    """The same holds of a thousand mixed submissions to every exercise, hostile and hanging ones among
    them.
    """
    made = make_class(1000, SEED, exercises=(1, 2, 3, 5, 6, 8, 10, 11, 12, 20, 21), hangs=3)
    _killed_twice(tmp_path, made, early=200, late=600)
