"""Faults of ours in a class run: each is kept with its submission, then tried once more at the end.

A hand-in can make the grader fail, and so can a broken machine. What tells them apart is who is hit: however many files
one person hands in, they stop nobody else. Only where ten different people in a row got no verdict is a submission
tried that is known to be gradable, the exercise's own stub; the run ends if that one fails as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from grader.classrun.engine import Answer, Task
from grader.domain.classroom import Handin
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.submission import SourceKind, Submission

PEOPLE_IN_A_ROW = 10
PROBE = "probe"
"""The key of a task that is nobody's hand-in."""


@dataclass(frozen=True)
class Postponed:
    """A hand-in that failed by our fault and is to be tried again, with the result that it took the place of."""

    task: Task
    former: ClassResult | None


@dataclass
class Faults:
    """Those of one run. `waiting` are the hand-ins to be tried once more."""

    waiting: list[Postponed] = field(default_factory=list)
    _people: dict[str, Task] = field(default_factory=dict)
    _is_probe_due: bool = False

    def saw(self, task: Task, answer: Answer) -> None:
        """Hear of every answer. Raises GraderError for a known-good submission that failed, too."""
        if task.key == PROBE and answer.is_fault:
            raise GraderError(
                f"submissions of {len(self._people)} people in a row failed by our own fault, and so did a stub of "
                f"exercise {task.exercise}:\n{answer.fault}"
            )
        if not answer.is_fault:
            self._people.clear()
        elif isinstance(task.key, Handin):
            self._people.setdefault(task.key.learner_key, task)
            self._is_probe_due = self._is_probe_due or len(self._people) == PEOPLE_IN_A_ROW

    def probes(self, exercises: Mapping[int, Exercise]) -> Iterator[Task]:
        """Yield a known-good submission to the exercise that failed last, if it is time for one."""
        if self._is_probe_due and self._people:
            self._is_probe_due = False
            exercise = exercises[next(reversed(self._people.values())).exercise]
            stub = Submission("stub.py", SourceKind.PYTHON, exercise.stub.encode())
            yield Task(PROBE, exercise.number, stub, exercise.limits.wall_seconds)
