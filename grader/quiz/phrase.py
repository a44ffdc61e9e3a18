"""Short phrases: equal to an accepted one, or containing it and nothing that is refused or denied."""

from __future__ import annotations

import re

from grader.domain.question import ShortQuestion, SingleQuestion
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
    return not _DENIALS.search(given) and _contains(given, phrase)


def _contains(given: str, phrase: str) -> bool:
    folded = fold(phrase).casefold()
    if folded.isascii():
        return re.search(rf"\b{re.escape(folded)}\b", fold(given).casefold()) is not None
    return fold_phrase(folded) in fold_phrase(given)


def is_accepted(question: ShortQuestion, given: str) -> bool:
    """Return whether the phrase is right; one that also contains a refused phrase is not."""
    if any(fold_phrase(given) == fold_phrase(phrase) for phrase in question.accept):
        return True
    if any(_contains(given, wrong.value) for wrong in question.wrong):
        return False
    return any(says(given, phrase) for phrase in question.accept)


def right_option_in_words(question: SingleQuestion, given: str) -> str | None:
    """Return the right option's key where free text hits enough of the keyword groups, else None."""
    if not question.accept_groups or (_DENIALS.search(given) and len(given) < 8):
        return None
    hits = sum(any(_contains(given, word) for word in group) for group in question.accept_groups)
    if hits < question.accept_need:
        return None
    return next(option.key for option in question.options if option.right)
