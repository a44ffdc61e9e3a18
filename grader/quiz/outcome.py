"""What an answer is worth, what there is to say to it, which beliefs it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.domain.text import Text
from grader.quiz.distractor import Anticipated


@dataclass(frozen=True)
class Outcome:
    """`fraction` is 0.0 to 1.0; without `feedback` the question's general words are said."""

    fraction: float
    feedback: tuple[Text, ...] = ()
    misconceptions: tuple[str, ...] = ()


FULL = Outcome(1.0)


def named(*misconceptions: str | None) -> tuple[str, ...]:
    """Return the ids among `misconceptions`, without those that are none."""
    return tuple(misconception for misconception in misconceptions if misconception is not None)


def wrong_outcome(foreseen: tuple[Anticipated, ...], equals: Callable[[str], bool]) -> Outcome:
    """Return no points, with the words of the first foreseen value that the answer equals."""
    for value in foreseen:
        if equals(value.value):
            return Outcome(0.0, (value.feedback,), named(value.misconception))
    return Outcome(0.0)
