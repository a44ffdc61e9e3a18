"""Submissions that forge replies void themselves, cost the judge no more than an honest one, and nobody else anything."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.hostile.forging_code import ENTRIES, FORGINGS, PRELUDE, Forging

CPU_FACTOR = 2.0
CPU_SLACK_SECONDS = 0.05
MEMORY_MIB = 150
"""What judging may add to a process of its own that has torch and a judge of one exercise, some 230 MiB."""


class Judging:
    """One grader an exercise over one server, and what an honest wrong answer costs its judge."""

    def __init__(self, root: Path) -> None:
        current_server = CurrentServer(spawn_server(warm=True))
        self.graders = {
            number: Grader(load_exercise(root, number), root, course_digest(root, number), 5, current_server)
            for number in ENTRIES
        }
        self.current_server = current_server
        self.honest = {number: f"{PRELUDE}{code}".encode() for number, code in ENTRIES.items()}
        for number, source in self.honest.items():
            self.grade(number, source)  # the reference and the misconceptions are observed once
        self.honest_seconds = {
            number: max(self.timed(number, source)[1] for _ in range(3))
            for number, source in self.honest.items()
        }

    def grade(self, number: int, source: bytes) -> GradeResult:
        """Grade a source."""
        return self.graders[number].grade(Submission("mine.py", SourceKind.PYTHON, source))

    def timed(self, number: int, source: bytes) -> tuple[GradeResult, float]:
        """Grade a source, and tell the CPU seconds of this process, which is the judge's."""
        began = time.process_time()
        result = self.grade(number, source)
        return result, time.process_time() - began


@pytest.fixture(scope="module")
def judging(root: Path) -> Iterator[Judging]:
    """The graders for all tests of this module."""
    made = Judging(root)
    yield made
    made.current_server.close()


@pytest.mark.hostile
@pytest.mark.parametrize("forging", FORGINGS, ids=[f"ex{f.exercise:02}-{f.name}" for f in FORGINGS])
def test_a_forged_reply_voids_its_submission(forging: Forging, judging: Judging) -> None:
    """The verdict is a protocol violation without points, at no more than twice an honest answer's CPU, in bounded
    memory, and an honest answer is graded as before.
    """
    _forget_peak()
    before = _peak_mib()
    result, seconds = judging.timed(forging.exercise, forging.source)
    more = _peak_mib() - before
    honest = judging.honest_seconds[forging.exercise]
    print(
        f"ex{forging.exercise:02} {forging.name}: {seconds / honest:.2f} of an honest one's CPU, {more:+.0f} MiB"
    )
    assert (result.verdict, result.score) == (Verdict.PROTOCOL_VIOLATION, 0.0)
    assert seconds <= CPU_FACTOR * honest + CPU_SLACK_SECONDS
    assert more <= MEMORY_MIB
    again = judging.grade(forging.exercise, judging.honest[forging.exercise])
    assert again.verdict in (Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR)


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _peak_mib() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0
