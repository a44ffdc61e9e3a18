"""How much of a multiple choice is worth what: one rule a function, one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from enum import StrEnum

from grader.quiz.distractor import Option


class MultiRule(StrEnum):
    """How a choice of several options is marked."""

    NET_CORRECT = "net_correct"
    ALL_OR_NOTHING = "all_or_nothing"
    COVERAGE = "coverage"
    EACH_ANSWER = "each_answer"
    WEIGHTS = "weights"


def net_correct(options: tuple[Option, ...], chosen: Set[str]) -> float:
    """max(0, (right chosen - wrong chosen) / number right): Canvas and R/exams."""
    t, f, c = _counts(options, chosen)
    return max(0.0, (t - f) / c)


def all_or_nothing(options: tuple[Option, ...], chosen: Set[str]) -> float:
    """1 for exactly the right options, else 0."""
    t, f, c = _counts(options, chosen)
    return 1.0 if t == c and f == 0 else 0.0


def coverage(options: tuple[Option, ...], chosen: Set[str]) -> float:
    """Recall times precision; 0 for a blank answer."""
    t, f, c = _counts(options, chosen)
    return (t / c) * (t / (t + f)) if t + f else 0.0


def each_answer(options: tuple[Option, ...], chosen: Set[str]) -> float:
    """The share of options that were treated rightly, chosen or not."""
    t, f, c = _counts(options, chosen)
    n = len(options)
    return (t + (n - c) - f) / n


def weights(options: tuple[Option, ...], chosen: Set[str]) -> float:
    """The sum of the chosen options' own fractions, kept within 0 and 1: Moodle."""
    right = sum(option.right for option in options)
    total = 0.0
    for option in options:
        if option.key in chosen:
            if option.weight is not None:
                total += option.weight
            else:
                total += 1 / right if option.right else -1 / right
    return min(1.0, max(0.0, total))


RULES: Mapping[MultiRule, Callable[[tuple[Option, ...], Set[str]], float]] = {
    MultiRule.NET_CORRECT: net_correct,
    MultiRule.ALL_OR_NOTHING: all_or_nothing,
    MultiRule.COVERAGE: coverage,
    MultiRule.EACH_ANSWER: each_answer,
    MultiRule.WEIGHTS: weights,
}


def _counts(options: tuple[Option, ...], chosen: Set[str]) -> tuple[int, int, int]:
    right = {option.key for option in options if option.right}
    return len(right & chosen), len(chosen - right), len(right)
