"""From what was typed to a canonical answer, which names options by key, not by where they stood."""

from __future__ import annotations

from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula import TOO_LONG
from grader.quiz.instance import Instance
from grader.quiz.unreadable import Unreadable

UNSURE = "?"
"""The canonical answer "I do not know" to any question: not right, and no belief is read out of it."""


def read_typed(instance: Instance, text: str) -> str:
    """Return the canonical answer for what was typed at the screen. Raises Unreadable: ask again."""
    return UNSURE if _is_unsure(text) else instance.question.read_typed(text, instance)


def read_canonical(instance: Instance, text: str) -> str:
    """Return a canonical answer (from a file) in its one spelling. Raises Unreadable where it is none."""
    return UNSURE if _is_unsure(text) else instance.question.read_canonical(text, instance)


def _is_unsure(text: str) -> bool:
    if len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    return fold(text) == UNSURE
