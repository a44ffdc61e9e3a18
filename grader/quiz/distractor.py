"""What the author of a question foresaw of its answers: options, wrong values, the feedback of each."""

from __future__ import annotations

from dataclasses import dataclass

from grader.domain.text import Text


@dataclass(frozen=True)
class Option:
    """One choice with its own feedback; `misconception` is what choosing (or, if right, omitting) it shows.

    `weight` is the option's fraction under the `weights` rule, -1 to 1.
    """

    key: str
    text: Text
    feedback: Text
    right: bool = False
    weight: float | None = None
    misconception: str | None = None


@dataclass(frozen=True)
class Anticipated:
    """A wrong value that the author foresaw, with its feedback.

    `value` is an expression, shape, formula or text of the same kind as the key; `blank` names the gap of a
    fill-in question that it belongs to.
    """

    value: str
    feedback: Text
    misconception: str | None = None
    blank: str | None = None
