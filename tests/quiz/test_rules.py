"""The rules for several choices are those of the platforms they come from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.text import Text
from grader.quiz.distractor import Option
from grader.quiz.rules import RULES, MultiRule

WORD = Text(en="x", zh="x")
OPTIONS = tuple(Option(key, WORD, WORD, right=key in "abc") for key in "abcde")
WEIGHTED = (
    Option("a", WORD, WORD, right=True, weight=0.7),
    Option("b", WORD, WORD, right=True, weight=0.3),
    Option("c", WORD, WORD, weight=-0.5),
)


@pytest.mark.parametrize(
    ("rule", "chosen", "fraction"),
    [
        (MultiRule.NET_CORRECT, "abc", 1.0),
        (MultiRule.NET_CORRECT, "abd", 1 / 3),
        (MultiRule.NET_CORRECT, "ade", 0.0),
        (MultiRule.ALL_OR_NOTHING, "abc", 1.0),
        (MultiRule.ALL_OR_NOTHING, "ab", 0.0),
        (MultiRule.ALL_OR_NOTHING, "abcd", 0.0),
        (MultiRule.COVERAGE, "", 0.0),
        (MultiRule.COVERAGE, "abcde", 3 / 5),
        (MultiRule.COVERAGE, "ad", 1 / 3 * 1 / 2),
        (MultiRule.EACH_ANSWER, "", 2 / 5),
        (MultiRule.EACH_ANSWER, "abcde", 3 / 5),
        (MultiRule.EACH_ANSWER, "abc", 1.0),
    ],
)
def test_each_rule_follows_its_formula(rule: MultiRule, chosen: str, fraction: float) -> None:
    """t right and f wrong choices of c right among n options give what the formula says."""
    assert RULES[rule](OPTIONS, frozenset(chosen)) == pytest.approx(fraction)


@pytest.mark.parametrize(
    ("chosen", "fraction"), [("a", 0.7), ("ab", 1.0), ("ac", 0.2), ("c", 0.0), ("bc", 0.0)]
)
def test_weights_are_summed_and_kept_within_bounds(chosen: str, fraction: float) -> None:
    """Moodle's own rule adds the chosen fractions, never below 0 or above 1."""
    assert RULES[MultiRule.WEIGHTS](WEIGHTED, frozenset(chosen)) == pytest.approx(fraction)


@given(st.sampled_from(list(MultiRule)), st.frozensets(st.sampled_from("abcde")))
def test_only_the_key_has_full_marks(rule: MultiRule, chosen: frozenset[str]) -> None:
    """Under every rule the fraction lies in [0, 1], and 1 is reached by the key alone."""
    fraction = RULES[rule](OPTIONS, chosen)
    assert 0.0 <= fraction <= 1.0
    assert (fraction == pytest.approx(1.0)) == (chosen == frozenset("abc"))
