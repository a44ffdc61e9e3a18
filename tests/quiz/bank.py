"""The course's own questions, read once, and answers to them as people type them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grader.quiz.bank import load_quizzes
from grader.quiz.instance import Instance
from grader.quiz.kinds.fill import FillQuestion
from grader.quiz.kinds.match import MatchQuestion
from grader.quiz.kinds.multi import MultiQuestion
from grader.quiz.kinds.order import OrderQuestion
from grader.quiz.kinds.single import SingleQuestion
from grader.quiz.kinds.true_false import TrueFalseQuestion
from grader.quiz.marked_again import MarkedFile, mark_saved
from grader.quiz.question import Question, Quiz

ROOT = Path(__file__).resolve().parents[2]


@lru_cache(maxsize=1)
def quizzes() -> tuple[Quiz, ...]:
    """Every quiz of the course."""
    return load_quizzes(ROOT)


def questions() -> tuple[Question, ...]:
    """Every question of the course, in the order of the files."""
    return tuple(question for quiz in quizzes() for question in quiz.questions)


def question(name: str) -> Question:
    """The question of this id."""
    return next(each for each in questions() if each.id == name)


def marked_again(data: bytes, learner: str = "ada") -> MarkedFile:
    """What `grade class` makes of a quiz file on this course."""
    return mark_saved(data, quizzes(), learner)


def typed(instance: Instance, canonical: str) -> str:
    """What a learner types for a canonical answer: numbers and letters of what the screen lists."""
    match instance.question:
        case SingleQuestion() | OrderQuestion():
            return " ".join(str(instance.order.index(key) + 1) for key in canonical.split(","))
        case MultiQuestion():
            if canonical == "none":
                return "0"
            return " ".join(str(instance.order.index(key) + 1) for key in canonical.split(","))
        case TrueFalseQuestion():
            return "1" if canonical == "true" else "2"
        case MatchQuestion():
            rights = [pair.split("=")[1] for pair in canonical.split(",")]
            letters = ["abcdefghi"[instance.order.index(right)] for right in rights]
            return " ".join(f"{place}{letter}" for place, letter in enumerate(letters, start=1))
    return canonical


def wrong_answers(instance: Instance) -> list[tuple[str, str]]:
    """(canonical answer, its own English feedback) for every distractor and every anticipated wrong value."""
    asked = instance.question
    found: list[tuple[str, str]] = []
    match asked:
        case SingleQuestion() | MultiQuestion():
            found = [(option.key, option.feedback.en) for option in asked.options if not option.right]
        case TrueFalseQuestion():
            found = [("false" if asked.answer else "true", asked.wrong_feedback.en)]
        case _:
            values = getattr(asked, "wrong", ())
            found = [(instance.question.wrong_answer(value, instance), value.feedback.en) for value in values]
    return found


def key(instance: Instance) -> str:
    """The right canonical answer."""
    return instance.key


def several_gaps(asked: Question) -> bool:
    """Whether a question has gaps of which only one is wrong in a wrong answer."""
    return isinstance(asked, FillQuestion) and len(asked.blanks) > 1
