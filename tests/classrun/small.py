"""Two exercises, hand-ins and an engine of the test's own: a class run without a course."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from grader.classrun.engine import Answer, Task
from grader.classrun.quizzes import QuizKeeper
from grader.classrun.run import ClassGrading, KeptResult
from grader.domain.classroom import Handin, IntakeProblem, SavedQuiz
from grader.domain.exercise import Exercise, Limits
from grader.domain.record import ClassRun
from grader.domain.result import GradeResult
from grader.domain.run_settings import RunSettings
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Verdict
from grader.store.store import Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
STUB = "def mine(x):\n    raise NotImplementedError\n"
FAULT = Answer(None, "Traceback\nKeyError: 1")


def exercise(number: int) -> Exercise:
    """An exercise with nothing in it but its number and its stub."""
    name = Text(f"Exercise {number}", f"练习 {number}")
    return Exercise(
        number, f"ex{number:02}_small", name, name, "", 1, (), (), (), (), Limits(), (), (), {}, STUB, "", ()
    )  # fmt: skip


EXERCISES = {number: exercise(number) for number in (1, 3)}


def graded(task: Task) -> GradeResult:
    """A result whose score is the length of the source."""
    score = float(len(task.submission.source) % 11)
    return GradeResult(
        task.exercise, EXERCISES[task.exercise].id, Verdict.ACCEPTED if score >= 8 else Verdict.WRONG_ANSWER, score,
        10.0, 7, Confinement.FULL, (), (), task.submission.digest, "c", "0", 0.1,
    )  # fmt: skip


class OwnEngine:
    """Grades by the length of the source, in this process: honest, repeatable, and it remembers what it
    was asked.
    """

    def __init__(self, answer: Callable[[Task], Answer] | None = None) -> None:
        self.answer = answer or (lambda task: Answer(graded(task)))
        self.asked: list[tuple[int, bytes]] = []

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Answer each task as it comes."""
        for task in tasks:
            self.asked.append((task.exercise, task.submission.source))
            yield task, self.answer(task)

    def close(self) -> None:
        """Nothing to end."""


def handin(
    learner: str,
    source: bytes | None,
    *numbers: int,
    problem: IntakeProblem | None = None,
    file_name: str = "a.py",
) -> Handin:
    """What a learner handed in for these exercises (3 where none is named)."""
    submission = Submission(file_name, SourceKind.PYTHON, source) if source is not None else None
    return Handin(learner, learner.title(), numbers or (3,), f"{learner}/{file_name}", submission, problem)


def begun(store: Store, **settings: Any) -> ClassRun:
    """A new run over both exercises."""
    number = len(store.classes.runs())
    run = ClassRun(f"run{number}", "class", 7, "c", "0", tuple(EXERCISES), RunSettings(**settings), NOW)
    newest = store.classes.newest_run("class")
    return store.classes.begin_or_join_run(run, newest.id if newest is not None else None)


def grading(store: Store, run: ClassRun, engine: OwnEngine, **more: Any) -> ClassGrading:
    """A run under way."""
    digests = dict.fromkeys(EXERCISES, "c")
    return ClassGrading(
        store, run, EXERCISES, digests, engine, QuizKeeper(dict, store.quiz_memory), lambda: NOW, **more
    )


def grade(
    store: Store, run: ClassRun, *handins: Handin | SavedQuiz, engine: OwnEngine | None = None, **more: Any
) -> list[KeptResult]:
    """Take these hand-ins through the run and return what was told."""
    return list(grading(store, run, engine or OwnEngine(), **more).grade(iter(handins)))
