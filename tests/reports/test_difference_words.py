"""What a student is told of one difference."""

from __future__ import annotations

from grader.domain.result import Difference, DifferenceKind
from grader.domain.text import Text
from grader.reports.difference_words import explain_difference

WRONG_SHAPE = Difference(DifferenceKind.VALUE, "call.out['norm_mean']", "'(2, 5, 1)'", "'(2, 5)'")


def test_a_hidden_case_names_the_key_and_keeps_the_values() -> None:
    """The key of a dict is part of the contract and is told in both languages; its value is not."""
    told = explain_difference(WRONG_SHAPE, public=False)
    for text in (told.en, told.zh):
        assert "norm_mean" in text
        assert "(2, 5" not in text


def test_a_hidden_case_names_no_index() -> None:
    """Where in a tensor the first difference stands is not told of a hidden case."""
    hidden = Difference(DifferenceKind.VALUE, "call.out[1, 3]", "0.5", "0.25")
    assert "[1, 3]" not in explain_difference(hidden, public=False).en
    assert "[1, 3]" in explain_difference(hidden, public=True).en


def test_a_lost_gradient_is_told_by_what_it_should_reach() -> None:
    """Where no gradient arrives, the inputs are named in both languages, in hidden cases too."""
    lost = Difference(DifferenceKind.NO_GRADIENT, "call.grad.0[0, 0]", "a gradient", "x, parameters")
    assert explain_difference(lost, public=False) == Text(
        "no gradient reaches x or the parameters", "没有梯度传到 x 和模块的参数"
    )
