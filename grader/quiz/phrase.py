"""Short phrases: equal to an accepted one, or containing it without a denial."""

from __future__ import annotations

import re

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold, fold_phrase
from grader.quiz.formula import TOO_LONG
from grader.quiz.unreadable import Unreadable

_DENIALS = re.compile(r"\b(not|no|never|none|n't)\b|不是|并非|没有|不会|不在|无关", re.IGNORECASE)

EMPTY = Text(en="Type a word or a short phrase.", zh="请输入一个词或短语。")


def read_phrase(text: str) -> str:
    """Return the folded phrase. Raises Unreadable where nothing readable, or too much, was typed."""
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    if not any(character.isalnum() for character in folded):
        raise Unreadable(EMPTY)
    return folded


def says(given: str, phrase: str) -> bool:
    """Return whether `given` is `phrase`, or contains it as words without a denial."""
    if fold_phrase(given) == fold_phrase(phrase):
        return True
    return not is_denial(given) and contains(given, phrase)


def contains(given: str, phrase: str) -> bool:
    """Return whether `phrase` occurs in `given` as words, denied or not."""
    folded = fold(phrase).casefold()
    if folded.isascii():
        return re.search(rf"\b{re.escape(folded)}\b", fold(given).casefold()) is not None
    return fold_phrase(folded) in fold_phrase(given)


def is_denial(given: str) -> bool:
    """Return whether a word of denial occurs."""
    return _DENIALS.search(given) is not None
