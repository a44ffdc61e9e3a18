"""The figures of item analysis equal those of numpy and scipy, and Moodle's formulas worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from grader.domain.text import Text
from grader.reports.item_analysis import LEAST_ATTEMPTS, analyse_items, analyse_test
from grader.reports.item_table import Item, ItemTable, ItemTrouble, consistency_words, suppressed

PEOPLE, ITEMS = 50, 6
GREATEST = [1.0, 1.0, 2.0, 0.5, 4.0, 1.0]
WORDS = Text("words", "文字")


def fixed_marks() -> np.ndarray:
    """Fifty people's marks at six items of unlike worth, drawn from a fixed seed, the last item against all."""
    drawn = np.random.default_rng(11)
    ability = drawn.normal(size=(PEOPLE, 1))
    chance = 1 / (1 + np.exp(-(ability * 1.4 + drawn.normal(size=(1, ITEMS)))))
    chance[:, -1] = 1 - chance[:, -1]
    steps = drawn.binomial(4, chance) / 4
    return steps * np.array(GREATEST)


def test_item_figures_equal_numpy_and_scipy() -> None:
    """Facility, discrimination, efficiency and weight equal independent computations of the same formulas."""
    marks = fixed_marks()
    total = marks.sum(axis=1)
    roots = [math.sqrt(max(0.0, np.cov(marks[:, i], total)[0, 1])) for i in range(ITEMS)]
    for i, figures in enumerate(analyse_items(marks, GREATEST)):
        x, y = marks[:, i], total - marks[:, i]
        best = np.cov(np.sort(x), np.sort(y))[0, 1]
        assert figures.attempts == PEOPLE
        assert figures.facility == pytest.approx(100 * x.mean() / GREATEST[i])
        assert figures.deviation == pytest.approx(100 * x.std(ddof=1) / GREATEST[i])
        assert figures.discrimination == pytest.approx(100 * stats.pearsonr(x, y).statistic)
        assert figures.efficiency == pytest.approx(100 * np.cov(x, y)[0, 1] / best)
        if np.cov(x, total)[0, 1] >= 0:
            assert figures.weight == pytest.approx(100 * roots[i] / sum(roots))
        else:
            assert figures.weight is None


def test_test_figures_equal_numpy_and_scipy() -> None:
    """Mean, deviation, Cronbach's alpha and standard error equal independent ones."""
    marks = fixed_marks()
    total = marks.sum(axis=1) / sum(GREATEST) * 100
    figures = analyse_test(marks, GREATEST)
    covariance = np.cov(marks.T)
    alpha = ITEMS / (ITEMS - 1) * (1 - np.trace(covariance) / covariance.sum())
    assert figures.mean == pytest.approx(total.mean())
    assert figures.median == pytest.approx(np.median(total))
    assert figures.deviation == pytest.approx(total.std(ddof=1))
    assert figures.consistency == pytest.approx(100 * alpha)
    error = 100 * math.sqrt(1 - alpha)
    assert figures.standard_error == pytest.approx(error * total.std(ddof=1) / 100)


def test_a_table_worked_out_by_hand() -> None:
    """Four people at two items give the numbers that Moodle's formulas give on paper."""
    marks = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    first, _ = analyse_items(marks, [1.0, 1.0], least=2)
    assert (first.facility, first.discrimination, first.efficiency) == (50.0, 0.0, 0.0)
    assert first.weight == pytest.approx(50.0)
    test = analyse_test(marks, [1.0, 1.0], least=2)
    assert test.mean == 50.0
    assert test.consistency == pytest.approx(0.0)  # p/(p-1) * (1 - (1/3 + 1/3) / (2/3))
    assert test.standard_error == pytest.approx(test.deviation)


def test_an_item_that_orders_people_perfectly_is_fully_efficient() -> None:
    """An item whose marks are sorted as the rest is has the greatest efficiency that its marks allow."""
    rest = np.linspace(0, 9, 40)
    marks = np.stack([np.repeat([0.0, 1.0], 20), rest], axis=1)
    first, _ = analyse_items(marks, [1.0, 9.0])
    assert first.efficiency == pytest.approx(100.0)
    assert first.discrimination is not None
    assert first.discrimination < 100


def test_what_was_not_given_is_left_out() -> None:
    """People who were not given an item count neither in it nor, by it, in the others' rest of the test."""
    marks = fixed_marks()
    marks[:25, 2] = np.nan
    figures = analyse_items(marks, GREATEST)
    assert figures[2].attempts == 25
    assert figures[2].facility == pytest.approx(100 * marks[25:, 2].mean() / GREATEST[2])
    full = analyse_items(marks[25:], GREATEST)
    assert figures[2].discrimination == pytest.approx(full[2].discrimination)
    assert analyse_test(marks, GREATEST).attempts == 25


@pytest.mark.parametrize(("count", "given"), [(LEAST_ATTEMPTS - 1, False), (LEAST_ATTEMPTS, True)])
def test_too_few_people_suppress_what_would_be_chance(count: int, given: bool) -> None:
    """Below twenty people discrimination and consistency are not given, and that is said; facility is."""
    marks = fixed_marks()[:count]
    figures = analyse_items(marks, GREATEST)
    assert (figures[0].discrimination is not None) is given
    assert figures[0].facility is not None
    test = analyse_test(marks, GREATEST)
    assert (test.consistency is not None) is given
    table = ItemTable("t", WORDS, test, tuple(Item("i", WORDS, each) for each in figures))
    assert (suppressed(table) is None) is given


def test_marks_that_never_vary_have_no_discrimination() -> None:
    """Where everybody has the same mark, correlation does not exist, and no number is made up."""
    marks = fixed_marks()
    marks[:, 0] = 1.0
    figures = analyse_items(marks, GREATEST)[0]
    assert figures.facility == 100.0
    assert (figures.discrimination, figures.efficiency) == (None, None)
    assert analyse_test(np.ones((30, 3)), [1.0] * 3).consistency is None
    assert analyse_items(np.empty((0, 2)), [1.0, 1.0])[0].facility is None


def test_items_that_work_badly_are_named() -> None:
    """A backwards item, one below guessing, a hopeless one, a weak one and an easy one get their own words."""
    figures = analyse_items(fixed_marks(), GREATEST)
    assert Item("backwards", WORDS, figures[-1]).trouble is ItemTrouble.BACKWARDS
    good = next(
        each for each in figures if each.discrimination and each.discrimination > 30 and each.facility
    )
    assert Item("good", WORDS, good).trouble is None
    assert Item("guess", WORDS, good, guess=99.0).trouble is ItemTrouble.HARDER_THAN_CHANCE
    few = analyse_items(fixed_marks()[:10], GREATEST)[-1]
    assert Item("few", WORDS, few).trouble is None


@pytest.mark.parametrize(("spread", "word"), [(0.05, "good"), (3.0, "poor")])
def test_consistency_has_a_word(spread: float, word: str) -> None:
    """A test whose items agree is called consistent, one whose items are noise is not."""
    drawn = np.random.default_rng(3)
    marks = drawn.normal(size=(60, 1)) + spread * drawn.normal(size=(60, 4))
    table = ItemTable("t", WORDS, analyse_test(marks, [1.0] * 4), ())
    words = consistency_words(table)
    assert words is not None
    assert words.en == word
