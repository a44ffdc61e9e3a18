"""Numbers as learners type them; how near is near enough."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from grader.domain.text import Text
from grader.quiz.fold import ANSWER_CAP, fold
from grader.quiz.formula import TOO_LONG
from grader.quiz.unreadable import Unreadable
from grader.quiz.value import evaluate

_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:[,_ ']\d{3})+(?:\.\d+)?")
_PERCENT = re.compile(r"([+-]?[\d.]+)\s*%")

NOT_A_NUMBER = Text(
    en="Type a number, such as 12, 0.25, 2,099,712 or 3/4 (a point for decimals).",
    zh="请输入一个数，例如 12、0.25、2,099,712 或 3/4（小数点用“.”）。",
)


@dataclass(frozen=True)
class Tolerance:
    """How near a number must come: absolute or relative (either suffices), significant digits, or a range.

    `significant_digits` rounds both numbers; `low` and `high` are expressions and replace the key's vicinity.
    """

    absolute: float = 0.0
    relative: float = 1e-9
    significant_digits: int | None = None
    low: str | None = None
    high: str | None = None

    def without_range(self) -> Tolerance:
        """Return the same nearness around any other number."""
        return replace(self, low=None, high=None)

    def at_least(self, relative: float) -> Tolerance:
        """Return a tolerance no stricter than `relative`, without rounding."""
        return replace(self, relative=max(self.relative, relative), significant_digits=None)


def read_number(text: str) -> float:
    """Return the number that `text` stands for; 3/4 or sqrt(8) may be typed. Raises Unreadable."""
    folded = fold(text)
    if len(folded) > ANSWER_CAP or len(text) > ANSWER_CAP:
        raise Unreadable(TOO_LONG)
    if _GROUPED.fullmatch(folded):
        return float(re.sub(r"[,_ ']", "", folded))
    percent = _PERCENT.fullmatch(folded)
    try:
        if percent:
            return evaluate(percent.group(1), {}) / 100
        return evaluate(folded.removeprefix("=").removeprefix("≈").removeprefix("约"), {})
    except Unreadable as error:
        raise Unreadable(NOT_A_NUMBER) from error


def is_near(given: float, key: float, tolerance: Tolerance, params: Mapping[str, float]) -> bool:
    """Return whether `given` counts as `key` under the question's tolerance."""
    if tolerance.low is not None and tolerance.high is not None:
        return evaluate(tolerance.low, params) <= given <= evaluate(tolerance.high, params)
    if tolerance.significant_digits is not None:
        return _rounded(given, tolerance.significant_digits) == _rounded(key, tolerance.significant_digits)
    return math.isclose(given, key, rel_tol=tolerance.relative, abs_tol=tolerance.absolute)


def _rounded(value: float, digits: int) -> str:
    return f"{value:.{digits - 1}e}"
