"""An answer in the few types that other platforms know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from grader.domain.text import Language
from grader.quiz.distractor import Anticipated


class PlatformType(StrEnum):
    """What an answer is on the platforms."""

    SINGLE = "single"
    MULTI = "multi"
    TRUE_FALSE = "truefalse"
    NUMBER = "number"
    SHORT = "short"
    MATCH = "match"
    GAPS = "gaps"


@dataclass(frozen=True)
class PlatformAnswer:
    """An answer that is foreseen: `fraction` -1 to 1 of the points; `tolerance` for numbers, absolute."""

    text: str
    fraction: float
    feedback: str = ""
    tolerance: float = 0.0


@dataclass(frozen=True)
class PlatformAnswers:
    """All that a platform must know to mark a question.

    `pairs` belong to MATCH; `gaps` to GAPS, one tuple of answers for each "____" of the text; every other
    type has `answers`.
    """

    type: PlatformType
    answers: tuple[PlatformAnswer, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    gaps: tuple[tuple[PlatformAnswer, ...], ...] = ()


def spelled(
    accepted: Iterable[str], foreseen: Iterable[Anticipated], language: Language
) -> tuple[PlatformAnswer, ...]:
    """Return accepted spellings with all points, then foreseen wrong ones with none and their feedback."""
    right = (PlatformAnswer(text, 1.0) for text in accepted)
    wrong = (PlatformAnswer(each.value, 0.0, each.feedback.get(language)) for each in foreseen)
    return (*right, *wrong)
