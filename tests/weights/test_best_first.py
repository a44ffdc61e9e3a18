"""Everything comes in order of its price, each thing once."""

from __future__ import annotations

import math
from itertools import islice, permutations, product

from hypothesis import given
from hypothesis import strategies as st

from grader.weights.best_first import EXPANSIONS, choices, matchings, merged

PRICES = st.floats(0, 9).map(lambda x: round(x, 2))


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(PRICES, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_matchings_are_all_permutations_by_sum(table: list[list[float]]) -> None:
    """Every way to give each row a column of its own comes once, cheapest first."""
    found = list(matchings(table))
    size = len(table)
    wanted = sorted(sum(table[i][p[i]] for i in range(size)) for p in permutations(range(size)))
    assert sorted(columns for _, columns in found) == sorted(permutations(range(size)))
    assert [round(price, 4) for price, _ in found] == [round(price, 4) for price in wanted]


def test_a_forbidden_place_is_never_taken() -> None:
    """An infinite price forbids; where a row has no other place nothing matches."""
    assert [columns for _, columns in matchings([[0.0, math.inf], [0.0, 1.0]])] == [(0, 1)]
    assert list(matchings([[math.inf, math.inf], [0.0, 0.0]])) == []


def test_a_matching_that_takes_too_long_is_given_up() -> None:
    """The search ends after a fixed number of steps, whatever it still could find."""
    assert len(list(matchings([[0.0] * 9] * 9))) <= EXPANSIONS


@given(st.lists(st.lists(PRICES, min_size=1, max_size=4).map(sorted), min_size=1, max_size=3))
def test_choices_take_one_of_each_list_by_sum(lists: list[list[float]]) -> None:
    """Every combination comes once, in order of the sum."""
    found = list(choices([iter([(price, i) for i, price in enumerate(each)]) for each in lists]))
    prices = [price for price, _ in found]
    assert prices == sorted(prices)
    assert sorted(items for _, items in found) == sorted(product(*(range(len(each)) for each in lists)))


def test_merged_sources_come_in_order() -> None:
    """The items of several ranked sources come by price; a source is not touched before its turn."""
    touched = []

    def source(name: str, *prices: float):  # type: ignore[no-untyped-def]
        touched.append(name)
        for price in prices:
            yield price, name

    found = merged(iter([(0.0, source("a", 0.0, 3.0)), (2.0, source("b", 2.0, 4.0))]))
    assert next(found) == (0.0, "a")
    assert touched == ["a"]
    assert [item for _, item in islice(found, 3)] == ["b", "a", "b"]
