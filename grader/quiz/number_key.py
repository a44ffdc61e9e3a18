"""A key that is a number, given by an expression in the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

from grader.domain.text import Language, Text
from grader.quiz.distractor import Anticipated
from grader.quiz.fold import fold
from grader.quiz.number import Tolerance, is_near, read_number
from grader.quiz.outcome import FULL, Outcome, wrong_outcome
from grader.quiz.platform_answer import PlatformAnswer, PlatformAnswers, PlatformType
from grader.quiz.recompute import Result
from grader.quiz.value import evaluate

FLOAT32_AGREES = 1e-6
"""float32 modules agree with an exact key to six digits; a learner's tolerance may be wider."""


@dataclass(frozen=True)
class NumberKey:
    """The expression, how near an answer must come, and the wrong numbers that were foreseen."""

    expression: str
    tolerance: Tolerance
    wrong: tuple[Anticipated, ...]

    how_to_answer: ClassVar[Text] = Text(en="A number", zh="输入一个数")

    def read(self, text: str, params: Mapping[str, float]) -> str:
        """Return the number as a folded text. Raises Unreadable."""
        read_number(text)
        return fold(text)

    def outcome(self, answer: str, params: Mapping[str, float]) -> Outcome:
        """Mark a number."""
        given = read_number(answer)
        if is_near(given, evaluate(self.expression, params), self.tolerance, params):
            return FULL
        near = self.tolerance.without_range()
        return wrong_outcome(self.wrong, lambda value: is_near(given, evaluate(value, params), near, params))

    def shown(self, params: Mapping[str, float]) -> str:
        """Return the number as it is written for a learner."""
        value = evaluate(self.expression, params)
        return str(int(value)) if value == int(value) else f"{value:.6g}"

    def from_torch(self, result: Result) -> str:
        """Return the number that torch gives."""
        return f"{result.number:.6g}"

    def wrong_answer(self, value: Anticipated, params: Mapping[str, float]) -> str:
        """Return the foreseen wrong number."""
        return repr(evaluate(value.value, params))

    def platform_answers(self, params: Mapping[str, float], language: Language) -> PlatformAnswers:
        """Return the number with the reach of its tolerance; foreseen ones never reach the right one."""
        value, reach = self._value_and_reach(params)
        answers = [PlatformAnswer(_digits(value), 1.0, tolerance=reach)]
        for each in self.wrong:
            given = evaluate(each.value, params)
            near = min(reach, abs(given - value) / 2)
            answers.append(PlatformAnswer(_digits(given), 0.0, each.feedback.get(language), near))
        return PlatformAnswers(PlatformType.NUMBER, tuple(answers))

    def beside_torch(self, result: Result, params: Mapping[str, float]) -> tuple[str, str]:
        """Return (key, torch's number), the same text where they agree."""
        key = evaluate(self.expression, params)
        return numbers_beside(key, result.number, self.tolerance, params)

    def _value_and_reach(self, params: Mapping[str, float]) -> tuple[float, float]:
        value, tolerance = evaluate(self.expression, params), self.tolerance
        if tolerance.low is not None and tolerance.high is not None:
            low, high = evaluate(tolerance.low, params), evaluate(tolerance.high, params)
            return (low + high) / 2, (high - low) / 2
        if tolerance.significant_digits is not None and value != 0:
            return value, 0.5 * 10.0 ** (len(f"{abs(value):.0f}") - tolerance.significant_digits)
        return value, max(tolerance.absolute, tolerance.relative * abs(value))


def numbers_beside(
    key: float, given: float, tolerance: Tolerance, params: Mapping[str, float]
) -> tuple[str, str]:
    """Return two numbers as texts, the same text where float32 could not tell them apart."""
    wide = tolerance.at_least(FLOAT32_AGREES)
    return (f"{key:.9g}", f"{key:.9g}" if is_near(given, key, wide, params) else f"{given:.9g}")


def _digits(value: float) -> str:
    """Return nine significant digits without an exponent, which GIFT does not know."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{Decimal(f'{value:.9g}'):f}"
