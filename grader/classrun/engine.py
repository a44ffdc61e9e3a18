"""Whoever carries the work of a class run: what goes to it, what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from grader.domain.result import GradeResult
from grader.domain.submission import Submission
from grader.domain.verdict import Verdict


@dataclass(frozen=True)
class Task:
    """One submission to be graded for one exercise; `key` is the caller's own."""

    key: object
    exercise: int
    submission: Submission
    wall_seconds: float


@dataclass(frozen=True)
class Answer:
    """What became of a task: a result, or (`result` None) a fault of ours that is described."""

    result: GradeResult | None
    fault: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether it is our fault that there is no verdict on the submission."""
        return self.result is None or self.result.verdict is Verdict.INTERNAL_ERROR


class Engine(Protocol):
    """Grading processes of this machine, or of a cluster."""

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Yield each task once, with its answer, in whatever order they are finished; may be called again.

        Tasks are drawn only when somebody is free to take them. What ends or hangs a grading process is answered by a
        fault. Raises GraderError where nobody can be graded at all.
        """

    def close(self) -> None:
        """End every process."""
