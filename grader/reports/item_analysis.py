"""Item analysis by the formulas of Moodle's quiz statistics: which checks or questions work, which do not.

https://docs.moodle.org/dev/Quiz_statistics_calculations
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEAST_ATTEMPTS = 20
"""Below this many people, discrimination and consistency are noise, and are not given."""

Marks = NDArray[np.float64]


@dataclass(frozen=True)
class ItemFigures:
    """What one item did, in percent of what it can be; None where it cannot be computed or people are too few.

    `facility` is the mean mark; `deviation` its standard deviation; `discrimination` the correlation with the rest
    of the test; `efficiency` the same beside the best that the item's marks allow; `weight` the effective share in
    the total's spread.
    """

    attempts: int
    facility: float | None
    deviation: float | None
    discrimination: float | None
    efficiency: float | None
    weight: float | None


@dataclass(frozen=True)
class TestFigures:
    """What a whole test did, in percent of its points; None where people are too few.

    `consistency` is Cronbach's alpha; `standard_error` how far
    a person's score is from what it would be in the mean of many such tests.
    """

    __test__ = False  # no test case of pytest's

    attempts: int
    mean: float | None
    median: float | None
    deviation: float | None
    consistency: float | None
    standard_error: float | None


def analyse_items(
    marks: Marks, greatest: Sequence[float], least: int = LEAST_ATTEMPTS
) -> tuple[ItemFigures, ...]:
    """Analyse each column of `marks: [N, P] float64`, N people by P items, NaN where an item was not given.

    `greatest` are the P greatest marks. The rest of the test is the total of the other items that the person was
    given, scaled to all of them: where everybody was given all, that is Moodle's "total minus x".
    """
    most = np.asarray(greatest, dtype=np.float64)
    given = ~np.isnan(marks)
    filled = np.where(given, marks, 0.0)
    earned = filled.sum(axis=1)  # [N]
    possible = (given * most).sum(axis=1)  # [N]
    weights = _effective_weights(marks, most, least)
    figures = []
    for item in range(marks.shape[1]):
        who = given[:, item]
        x = filled[who, item]
        others_earned, others_possible = earned[who] - x, possible[who] - most[item]
        usable = others_possible > 0
        y = others_earned[usable] / others_possible[usable] * (most.sum() - most[item])
        figures.append(_item(x, x[usable], y, float(most[item]), weights[item], least))
    return tuple(figures)


def analyse_test(marks: Marks, greatest: Sequence[float], least: int = LEAST_ATTEMPTS) -> TestFigures:
    """Analyse the totals of those who were given every item of `marks: [N, P] float64`."""
    most = float(np.sum(greatest))
    complete = marks[~np.isnan(marks).any(axis=1)]
    count = len(complete)
    if count == 0 or most <= 0:
        return TestFigures(count, None, None, None, None, None)
    totals = complete.sum(axis=1) / most * 100
    mean, median = float(totals.mean()), float(np.median(totals))
    if count < max(2, least):
        return TestFigures(count, mean, median, None, None, None)
    deviation = float(totals.std(ddof=1))
    consistency = _consistency(complete)
    error = None if consistency is None else deviation * math.sqrt(max(0.0, 1 - consistency / 100))
    return TestFigures(count, mean, median, deviation, consistency, error)


def _item(x: Marks, x_beside: Marks, y: Marks, most: float, weight: float | None, least: int) -> ItemFigures:
    count = len(x)
    if count == 0 or most <= 0:
        return ItemFigures(count, None, None, None, None, None)
    facility = float(x.mean()) / most * 100
    if count < max(2, least):
        return ItemFigures(count, facility, None, None, None, None)
    deviation = float(x.std(ddof=1)) / most * 100
    return ItemFigures(
        count, facility, deviation, _correlation(x_beside, y), _efficiency(x_beside, y), weight
    )


def _correlation(x: Marks, y: Marks) -> float | None:
    """100 · cov(x, y) / (sd x · sd y), None where one of them never varies."""
    if len(x) < 2 or _constant(x) or _constant(y):
        return None
    return float(100 * _covariance(x, y) / (x.std(ddof=1) * y.std(ddof=1)))


def _efficiency(x: Marks, y: Marks) -> float | None:
    """100 · cov(x, y) / cov(sorted x, sorted y): the covariance beside the greatest that these marks could have."""
    if len(x) < 2 or _constant(x) or _constant(y):
        return None
    greatest = _covariance(np.sort(x), np.sort(y))
    return float(100 * _covariance(x, y) / greatest) if greatest > 0 else None


def _effective_weights(marks: Marks, most: Marks, least: int) -> list[float | None]:
    """Shares of √cov(item, total) in their sum, over those who were given everything; None for a negative one."""
    complete = marks[~np.isnan(marks).any(axis=1)]
    if len(complete) < max(2, least):
        return [None] * len(most)
    totals = complete.sum(axis=1)
    covariances = [_covariance(complete[:, item], totals) for item in range(len(most))]
    roots = [math.sqrt(value) if value >= 0 else None for value in covariances]
    together = sum(root for root in roots if root is not None)
    return [100 * root / together if root is not None and together > 0 else None for root in roots]


def _consistency(complete: Marks) -> float | None:
    """Cronbach's alpha in percent: 100 · p/(p-1) · (1 - Σ var xᵢ / var total)."""
    items = complete.shape[1]
    spread = float(complete.sum(axis=1).var(ddof=1))
    if items < 2 or spread <= 1e-12:
        return None
    return float(100 * items / (items - 1) * (1 - complete.var(axis=0, ddof=1).sum() / spread))


def _covariance(x: Marks, y: Marks) -> float:
    return float(((x - x.mean()) * (y - y.mean())).sum() / (len(x) - 1))


def _constant(values: Marks) -> bool:
    return bool(np.ptp(values) <= 1e-12)
