"""A stem shows numbers: a parameter's value, or that of an expression in several."""

from __future__ import annotations

import pytest

from grader.domain.text import Text
from grader.quiz.drawn import Drawn, names_in

DRAWN = Drawn(seed=1, params={"a": 2, "d": 0.5, "D": 8}, order=())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x = [{a}, {a+d}, {a+2*d}]", "x = [2, 2.5, 3]"),
        ("{12*D*D+13*D} parameters", "872 parameters"),
        ("a set {b} and {b+a} stay", "a set {b} and {b+a} stay"),
        ("{ a } and {} stay", "{ a } and {} stay"),
    ],
)
def test_expressions_are_shown_as_numbers(text: str, shown: str) -> None:
    """No template shines through; braces that hold no parameter stay."""
    assert DRAWN.fill(Text(text, text)) == Text(shown, shown)


def test_names_in_expressions_count_as_told() -> None:
    """A stem that shows a parameter in an expression alone tells it."""
    assert names_in("{a+2*d} of {D}") == {"a", "d", "D"}
