"""A way to see a read value as an asked one, with all that deviates."""

from __future__ import annotations

from dataclasses import dataclass

from grader.authoring.computation import Asked
from grader.domain.computation import DeviationKind
from grader.explain.value import Value


@dataclass(frozen=True)
class Found:
    """One way in which a read value leaves an asked one: `key` is unique for what it says of this value."""

    kind: DeviationKind
    read: Value | None
    asked: Asked | None
    facet: str = ""
    other: Asked | None = None
    weight: float = 1.0
    inner: Value | None = None


@dataclass(frozen=True)
class Match:
    """A way to see a read value as an asked one: how it deviates, which values stand for which.

    What is found twice, since the value is used twice, is paid once.
    """

    found: frozenset[Found] = frozenset()
    pairs: frozenset[tuple[Value, Asked]] = frozenset()
    cost: float = 0.0

    def and_(self, *others: Match) -> Match:
        """Both, and what they say together."""
        found = self.found.union(*(other.found for other in others))
        pairs = self.pairs.union(*(other.pairs for other in others))
        return Match(found, pairs, sum(f.weight for f in found))


def one(found: Found) -> Match:
    """A match of a single deviation."""
    return Match(frozenset((found,)), frozenset(), found.weight)


def every(asked: Asked) -> list[Asked]:
    """An asked value and all that it is made of, each once, first what comes first."""
    seen: dict[int, Asked] = {}

    def walk(value: Asked) -> None:
        if id(value) not in seen:
            for arg in value.args:
                walk(arg)
            seen[id(value)] = value

    walk(asked)
    return list(seen.values())


def direct_inputs(asked: Asked) -> set[int]:
    """The named values that an asked one is made of at once, by identity."""
    found: set[int] = set()
    for arg in asked.args:
        found |= {id(arg)} if arg.name else direct_inputs(arg)
    return found
