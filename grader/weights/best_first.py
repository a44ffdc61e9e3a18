"""Best-first enumeration: matchings of rows to columns, choices from ranked lists, their union."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
Ranked = Iterator[tuple[float, T]]

EXPANSIONS = 4_000
"""A matching that takes more steps than this is given up: what comes after is no longer plausible."""


def matchings(prices: Sequence[Sequence[float]]) -> Ranked[tuple[int, ...]]:
    """Yield (sum, column of each row) in order of the sum; no column twice, an infinite price forbids."""
    least = [min(row, default=math.inf) for row in prices]
    rest = [sum(least[i:]) for i in range(len(prices) + 1)]
    if math.isinf(rest[0]):
        return
    # Among equal sums the longest goes on, and then the first made: columns in their own order.
    heap: list[tuple[float, int, int, float, tuple[int, ...]]] = [(rest[0], 0, 0, 0.0, ())]
    made = 0
    for _ in range(EXPANSIONS):
        if not heap:
            return
        bound, _depth, _made, spent, taken = heapq.heappop(heap)
        if len(taken) == len(prices):
            yield bound, taken
            continue
        for column, price in enumerate(prices[len(taken)]):
            if column not in taken and price < math.inf:
                made += 1
                total = spent + price
                depth = len(taken) + 1
                # Rounded, so that sums of the same prices in another order stay equal.
                heapq.heappush(heap, (round(total + rest[depth], 6), -depth, made, total, (*taken, column)))


class _List(Generic[T]):
    """A ranked iterator that remembers what it gave."""

    def __init__(self, source: Ranked[T]) -> None:
        self.source = source
        self.known: list[tuple[float, T]] = []

    def at(self, index: int) -> tuple[float, T] | None:
        while len(self.known) <= index:
            item = next(self.source, None)
            if item is None:
                return None
            self.known.append(item)
        return self.known[index]


def choices(lists: Sequence[Ranked[T]]) -> Ranked[tuple[T, ...]]:
    """Yield (sum, one item of each list) in order of the sum, each combination once."""
    sources = [_List(source) for source in lists]
    heap: list[tuple[float, tuple[int, ...]]] = []
    seen: set[tuple[int, ...]] = set()

    def push(index: tuple[int, ...]) -> None:
        items = [source.at(i) for source, i in zip(sources, index, strict=True)]
        if index not in seen and all(item is not None for item in items):
            seen.add(index)
            heapq.heappush(heap, (round(sum(item[0] for item in items if item), 6), index))

    push((0,) * len(sources))
    while heap:
        total, index = heapq.heappop(heap)
        items = [source.at(i) for source, i in zip(sources, index, strict=True)]
        yield total, tuple(item[1] for item in items if item)
        for k in range(len(index)):
            push((*index[:k], index[k] + 1, *index[k + 1 :]))


def merged(sources: Iterator[tuple[float, Ranked[T]]]) -> Ranked[T]:
    """Yield the items of several ranked iterators in order of price.

    Each of `sources` comes with a price that none of its items is below, and in order of that price;
    neither an iterator nor what makes them is touched before its turn.
    """
    heap: list[tuple[float, int, Ranked[T], list[T]]] = []
    coming = next(sources, None)
    made = 0
    while heap or coming:
        while coming and (not heap or coming[0] < heap[0][0]):
            heapq.heappush(heap, (coming[0], made, coming[1], []))
            made += 1
            coming = next(sources, None)
        price, number, source, item = heapq.heappop(heap)
        if item:
            yield price, item[0]
        following = next(source, None)
        if following is not None:
            heapq.heappush(heap, (max(price, following[0]), number, source, [following[1]]))
