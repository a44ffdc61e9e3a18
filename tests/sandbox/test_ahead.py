"""A child that is forked before its submission comes: as locked in, as fresh, and no trouble when it is not needed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import psutil
import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement, Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.conftest import ROOT

RIGHT = Submission("ex03.py", SourceKind.PYTHON, (ROOT / "examples" / "right_feed_forward.py").read_bytes())
HOSTILE = Submission("ex03.py", SourceKind.PYTHON, b"open('/etc/passwd').read()\n")


@pytest.fixture
def grader() -> Iterator[Grader]:
    """A grader of exercise 3 with a server of its own."""
    exercise = load_exercise(ROOT, 3)
    digest = course_digest(ROOT, 3)
    made = Grader(exercise, ROOT, digest, 5, CurrentServer(spawn_server(warm=True)), Confinement.NONE)
    yield made
    made.close()


def _children(grader: Grader) -> list[psutil.Process]:
    return psutil.Process(grader.current_server.server.pid).children()


def test_the_child_that_waits_takes_the_submission(grader: Grader) -> None:
    """The submission is graded by the very process that was forked ahead, which is gone when the next one waits."""
    grader.fork_ahead()
    (waiting,) = _children(grader)
    grader.fork_ahead()  # there is one already
    assert _children(grader) == [waiting]
    assert grader.grade(RIGHT).accepted
    grader.fork_ahead()  # the verdict did not wait for its end: that is done now
    assert not waiting.is_running()
    assert len(_children(grader)) == 1


def test_it_is_locked_in_like_any_other(grader: Grader) -> None:
    """The level of confinement of a child that waited is that of one that did not."""
    at_once = grader.grade(HOSTILE)
    grader.fork_ahead()
    waited = grader.grade(HOSTILE)
    assert waited.confinement is at_once.confinement
    assert waited.verdict is at_once.verdict is not Verdict.ACCEPTED


@pytest.mark.parametrize("pause", [0.0, 0.5])
def test_a_child_that_died_while_it_waited_costs_nobody_anything(grader: Grader, pause: float) -> None:
    """The machine may end a child while it gets ready or later: the submission is graded by another."""
    grader.fork_ahead()
    (waiting,) = _children(grader)
    time.sleep(pause)
    waiting.kill()
    assert grader.grade(RIGHT).accepted


def test_a_server_that_died_meanwhile_is_replaced(grader: Grader) -> None:
    """A waiting child's server may die: both are given up, and the submission is graded by a new one."""
    grader.fork_ahead()
    os.kill(grader.current_server.server.pid, signal.SIGKILL)
    assert grader.grade(RIGHT).accepted


def test_nobody_waits_any_more_after_leaving(grader: Grader) -> None:
    """`leave` ends the child and keeps the server."""
    grader.fork_ahead()
    grader.leave()
    assert _children(grader) == []
    assert grader.grade(RIGHT).accepted
