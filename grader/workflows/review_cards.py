"""The use case `grade review`: the cards that are due for the learner of this machine."""

from __future__ import annotations

from pathlib import Path

from grader.quiz.bank import by_id, load_quizzes
from grader.quiz.memory import QuizMemory
from grader.quiz.round import Clock, Round
from grader.workflows.take_quiz import LOCAL_LEARNER

DEFAULT_COUNT = 20


def begin_round(
    course: Path, memory: QuizMemory, clock: Clock, learner: str = LOCAL_LEARNER, count: int = DEFAULT_COUNT
) -> Round:
    """Return the cards that are due now. Raises ContentError for a broken bank."""
    return Round(by_id(load_quizzes(course)), memory, clock, learner, count)
