"""Expressions in numbers: the usual values, or none."""

from __future__ import annotations

import pytest

from grader.quiz.unreadable import Unreadable
from grader.quiz.value import evaluate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("S*(S-1)/2", 10.0),
        ("floor(8*S/3)", 13.0),
        ("2^S", 32.0),
        ("sqrt(S+4)", 3.0),
        ("-S**2", -25.0),
        ("S//2", 2.0),
    ],
)
def test_expressions_have_the_usual_values(text: str, value: float) -> None:
    """Numbers follow the usual rules of precedence."""
    assert evaluate(text, {"S": 5.0}) == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["9**9**9**9", "exp(1000)", "log(0)", "sqrt(0-1)", "1/0", "S @ S", "S.T", "T"]
)
def test_expressions_without_a_value_are_unreadable(text: str) -> None:
    """Overflow, poles, imaginary roots and matrix signs give no number and no other error."""
    with pytest.raises(Unreadable):
        evaluate(text, {"S": 5.0})
