"""Matches the places of a learner's module with the reference's units: names first, then order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.weights.arrangement import Side
from grader.weights.best_first import choices, matchings
from grader.weights.names import Names
from grader.weights.options import Option
from grader.weights.units import RoleUnit, Signature, Unit

WRONG_PART, WRONG_FUSED_PART = 3.0, 1.5
WRONG_PLACE = 3.0
OUT_OF_ORDER = 0.15


@dataclass(frozen=True)
class Place:
    """Room for one unit of the reference: which unit of the learner's, whether fused, what its names say."""

    unit: int
    fused: bool
    part: str
    places: frozenset[str]
    sides: frozenset[Side]


Match = tuple[tuple[Place, RoleUnit], ...]


def matched(
    units: Sequence[Unit], options: Sequence[Option], roles: Sequence[RoleUnit], names: Names
) -> Iterator[tuple[float, Match]]:
    """Yield (price, pairs of place and unit of the reference), cheapest first; only equal signatures meet."""
    groups: dict[Signature, list[Place]] = {}
    for i, (unit, option) in enumerate(zip(units, options, strict=True)):
        groups.setdefault(option.signature, []).extend(_places(i, unit, option, names))
    sources = []
    for signature, members in groups.items():
        wanted = [role for role in roles if role.signature == signature]
        sources.append(_group(members, wanted))
    for price, pairs in choices(sources):
        yield price, tuple(pair for group in pairs for pair in group)


def _places(i: int, unit: Unit, option: Option, names: Names) -> Iterator[Place]:
    path = unit.first.paths[0]
    named = names.parts(path)
    for number in range(option.count):
        part = named[number] if len(named) == option.count else ""
        yield Place(i, option.count > 1, part, names.places(path), frozenset(option.vectors))


def _group(members: Sequence[Place], roles: Sequence[RoleUnit]) -> Iterator[tuple[float, Match]]:
    prices = _prices(members, roles)
    for price, columns in matchings(prices):
        yield price, tuple((place, roles[column]) for place, column in zip(members, columns, strict=True))


def _prices(members: Sequence[Place], roles: Sequence[RoleUnit]) -> list[list[float]]:
    if len(members) == 1:
        return [[0.0 if roles[0].side in members[0].sides else math.inf]]
    # A part that more places claim than there are, and a word that stands in all names, say nothing.
    parts_wanted = Counter(role.part for role in roles)
    claims = Counter(place.part for place in members)
    believed = {part for part, n in claims.items() if part and n <= parts_wanted[part,]}
    shared = frozenset.intersection(*(place.places for place in members))
    usual = frozenset.intersection(*(role.places for role in roles))
    telling = frozenset().union(*(role.places for role in roles)) - usual
    table = []
    for row, place in enumerate(members):
        said = (place.places - shared) & telling
        part = place.part if place.part in believed else ""
        table.append(
            [_price(place, part, said, role, abs(row - column)) for column, role in enumerate(roles)]
        )
    return table


def _price(place: Place, part: str, said: frozenset[str], role: RoleUnit, distance: int) -> float:
    if role.side not in place.sides:
        return math.inf
    price = OUT_OF_ORDER * distance
    if part and role.part != (part,):
        price += WRONG_FUSED_PART if place.fused else WRONG_PART
    if said and not said & role.places:
        price += WRONG_PLACE
    return price
