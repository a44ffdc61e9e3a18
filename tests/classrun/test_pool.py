"""A pool of grading processes: each task is answered once, and processes that end cost one submission each."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

from grader.classrun.engine import Task
from grader.classrun.messages import decode_job, result_message
from grader.classrun.pool import STARTS_IN_A_ROW, Pool
from grader.classrun.process import longest_answer_seconds
from grader.domain.errors import GraderError
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from tests.classrun.small import graded

DIE, HANG, BROKEN = b"die", b"hang", b"broken"


class OwnProcess:
    """A grading process in a thread: it answers, ends or is silent as the submission's source says."""

    def __init__(self, *, starts: bool = True) -> None:
        self.connection, theirs = Pipe()
        self.starts, self.ended = starts, False
        threading.Thread(target=self._run, args=(theirs,), daemon=True).start()

    def instruct(self, instruction: object) -> None:
        """Nothing to be told."""

    def hear(self) -> Any:
        """The next message, None where the process is gone."""
        try:
            return json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        """End it."""
        self.ended = True
        self.connection.close()

    def _run(self, theirs: Any) -> None:
        with contextlib.suppress(OSError, EOFError):  # the pool has hung up
            self._serve(theirs)

    def _serve(self, theirs: Any) -> None:
        if not self.starts:
            theirs.close()
            return
        theirs.send_bytes(b"{}")
        while True:
            number, submission = decode_job(theirs.recv_bytes())
            if submission.source.startswith(DIE):
                theirs.close()
                return
            if submission.source.startswith(HANG):
                self._kept_open = theirs
                return
            if submission.source.startswith(BROKEN):
                theirs.send_bytes(json.dumps({"broken": "no reference"}).encode())
            else:
                task = Task(None, number, submission, 1.0)
                theirs.send_bytes(json.dumps(result_message(graded(task))).encode())


class LeapingClock:
    """A clock that leaps far at each look, so that whoever is silent has been so for long."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.now, self.step = 0.0, seconds

    def __call__(self) -> float:
        """The time."""
        self.now += self.step
        return self.now


def tasks(*sources: bytes) -> list[Task]:
    """A task of exercise 3 for each source."""
    return [Task(n, 3, Submission("a.py", SourceKind.PYTHON, each), 1.0) for n, each in enumerate(sources)]


def pool(jobs: int = 2, **options: Any) -> Pool:
    """A pool of processes of the test's own."""
    return Pool(Path("/course"), 7, jobs, Confinement.NONE, **{"launch": OwnProcess, **options})


def answers(of: Pool, given: Iterator[Task]) -> dict[object, bool]:
    """Whether each task's answer is a fault, by its key; each comes once."""
    found = list(of.run(given))
    assert len({task.key for task, _ in found}) == len(found)
    return {task.key: answer.is_fault for task, answer in found}


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_each_task_is_answered_once(jobs: int) -> None:
    """Forty submissions come back, whatever the number of processes."""
    of = pool(jobs)
    assert answers(of, iter(tasks(*(b"x" * n for n in range(40))))) == dict.fromkeys(range(40), False)
    of.close()


def test_no_task_starts_no_process() -> None:
    """Where everything is done already, nothing is launched."""
    of = pool(launch=lambda: pytest.fail("launched"))
    assert list(of.run(iter([]))) == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_process_that_dies_costs_one_submission(jobs: int) -> None:
    """Each submission that ends its process is our fault; those given ahead to the same process are graded."""
    sources = [b"x", DIE, b"y", DIE + b"2", DIE + b"3", *(DIE + b"%d" % n for n in range(10, 22)), b"z"]
    of = pool(jobs)
    found = answers(of, iter(tasks(*sources)))
    assert found == {n: source.startswith(DIE) for n, source in enumerate(sources)}
    of.close()


def test_a_process_that_is_silent_is_given_up() -> None:
    """A submission over which nothing is heard for long is our fault, and the next one is graded."""
    of = pool(1, clock=LeapingClock(longest_answer_seconds(1.0) + 1))
    found = answers(of, iter(tasks(HANG, b"x")))
    assert found[0] is True
    of.close()


def test_a_second_round_uses_the_same_processes() -> None:
    """What failed can be tried again when the rest is done, without starting anew."""
    of = pool(2)
    answers(of, iter(tasks(b"x", b"y")))
    seats = [seat.process for seat in of._seats]
    answers(of, iter(tasks(b"z")))
    assert [seat.process for seat in of._seats] == seats
    of.close()
    assert all(process.ended for process in seats)


def test_processes_that_cannot_start_end_the_run() -> None:
    """Several in a row that end before they are ready are no submission's doing."""
    launched: list[OwnProcess] = []

    def launch() -> OwnProcess:
        launched.append(OwnProcess(starts=False))
        return launched[-1]

    of = pool(1, launch=launch)
    with pytest.raises(GraderError, match="cannot start"):
        list(of.run(iter(tasks(b"x"))))
    assert len(launched) == STARTS_IN_A_ROW + 1
    of.close()


def test_a_broken_course_ends_the_run() -> None:
    """Where the reference cannot be loaded nobody can be graded."""
    of = pool(1)
    with pytest.raises(GraderError, match="no reference"):
        list(of.run(iter(tasks(BROKEN))))
    of.close()


def test_launched_processes_are_used_first_and_ended_in_any_case() -> None:
    """Those that import torch while the class is read are taken; closing ends also those that nobody needed."""
    launched = [OwnProcess(), OwnProcess()]
    of = pool(1, launched=list(launched), launch=lambda: pytest.fail("launched"))
    answers(of, iter(tasks(b"x")))
    of.close()
    assert all(process.ended for process in launched)
