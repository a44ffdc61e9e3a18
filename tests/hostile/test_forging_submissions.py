"""Submissions that forge replies void themselves, and cost nobody else anything."""

from __future__ import annotations

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

MEMORY_MIB = 150
"""What judging may add to a process of its own that has torch and a judge of one exercise, some 230 MiB."""


class Judging:
    """One grader per exercise over one server."""

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

    def grade(self, number: int, source: bytes) -> GradeResult:
        """Grade a source."""
        return self.graders[number].grade(Submission("mine.py", SourceKind.PYTHON, source))


@pytest.fixture(scope="module")
def judging(root: Path) -> Iterator[Judging]:
    """The graders for all tests of this module."""
    made = Judging(root)
    yield made
    made.current_server.close()


@pytest.mark.hostile
@pytest.mark.parametrize("forging", FORGINGS, ids=[f"ex{f.exercise:02}-{f.name}" for f in FORGINGS])
def test_a_forged_reply_voids_its_submission(forging: Forging, judging: Judging) -> None:
    """The verdict is a protocol violation without points, in bounded memory, and an honest answer is graded as before."""
    _forget_peak()
    before = _peak_mib()
    result = judging.grade(forging.exercise, forging.source)
    more = _peak_mib() - before
    assert (result.verdict, result.score) == (Verdict.PROTOCOL_VIOLATION, 0.0)
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
