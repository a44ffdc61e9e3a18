"""Reads tensors as units: whose bias is whose, which vectors make a norm.

Most owners hold one unit. Raw parameters that share an owner may be paired in several ways, each with a
price: by names, by the order of registration, and any other way last.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from grader.weights.arrangement import Atom, Shape, Side
from grader.weights.best_first import Ranked, choices, matchings, merged
from grader.weights.names import Names, Parts, of_a_norm, role_and_stem
from grader.weights.units import CONTAINERS, TORCH_LINEAR, TORCH_NORM, RoleUnit, Signature, Tensors, Unit

PAIRINGS = 150
UNRELATED = 1.0


def role_units(roles: Mapping[str, Shape], scopes: Mapping[str, str], names: Names) -> list[RoleUnit]:
    """The reference's units in its own order; `scopes` maps a role to the prefix it is looked for under."""
    held = [
        Tensors((role,), shape, role.rpartition(".")[0], "", order, scopes[role], len(shape) == 1)
        for order, (role, shape) in enumerate(roles.items())
    ]
    bare = not any(t.is_vector for t in held)
    found = next(readings(held, bare=bare, pairs=True), None)
    # an embedding beside linear layers is a matrix without a bias among matrices that have one
    _, units = found or next(readings(held, bare=True, pairs=True))
    return [part for unit in units for part in _role_unit(unit, names)]


def _role_unit(unit: Unit, names: Names) -> Iterator[RoleUnit]:
    name = unit.first.paths[0]
    scope = unit.first.scope
    vectors = tuple(v.paths[0] for v in unit.vectors)
    named, places = names.parts(name), names.places(name)
    if unit.matrix is None:
        wide = unit.first.size if unit.first.is_vector else 0
        signature = Signature(scope, wide, 0, len(vectors), () if wide else unit.first.shape)
        yield RoleUnit(signature, None, tuple(map(Atom, vectors)), named, places, _side(named, names))
        return
    if len(unit.matrix.shape) != 2:
        signature = Signature(scope, 0, 0, 1, unit.matrix.shape)
        yield RoleUnit(signature, None, (Atom(name), *map(Atom, vectors)), (), places, Side.NONE)
        return
    out, into = unit.matrix.shape
    blocks = len(named) if len(named) > 1 and out == len(named) * into else 1
    for block in range(blocks):
        part = named[block : block + 1] if blocks > 1 else named
        bias = tuple(Atom(v, block, blocks) for v in vectors)
        signature = Signature(scope, out // blocks, into, len(vectors))
        yield RoleUnit(signature, Atom(name, block, blocks), bias, part, places, _side(part, names))


def _side(part: Parts, names: Names) -> Side:
    return Side(names.heads(part) or Side.NONE)


def readings(tensors: Sequence[Tensors], *, bare: bool, pairs: bool) -> Iterator[tuple[float, list[Unit]]]:
    """Yield (price, units): every way to see which bias belongs to which matrix, most plausible first.

    `bare` allows a matrix without a bias, `pairs` makes two vectors without a matrix one unit.
    """
    pools, units = _owners(tensors, bare=bare)
    if not pools:
        yield 0.0, units
        return
    ranked = [
        islice(_pooled(key, members, bare=bare, pairs=pairs), PAIRINGS) for key, members in pools.items()
    ]
    for price, chosen in islice(choices(ranked), PAIRINGS):
        yield price, sorted([*units, *(u for c in chosen for u in c)], key=lambda u: u.first.order)


def _owners(tensors: Sequence[Tensors], *, bare: bool) -> tuple[dict[str, list[Tensors]], list[Unit]]:
    """Owners that hold one unit give it; the others' tensors are pooled with their neighbours'."""
    owners: dict[str, list[Tensors]] = {}
    for tensor in tensors:
        owners.setdefault(tensor.owner, []).append(tensor)
    pools: dict[str, list[Tensors]] = {}
    for owner, members in owners.items():
        matrices = sum(not t.is_vector for t in members)
        vectors = len(members) - matrices
        whole = (
            (matrices, vectors) == (1, 1)
            or (matrices == 0 and vectors <= 2)
            or ((matrices, vectors) == (1, 0) and bare)
        )
        if members[0].owner_type in CONTAINERS or (matrices == 1 and vectors == 0 and not bare):
            pools.setdefault(_holder(owner, owners), []).extend(members)
        elif not whole:
            pools.setdefault(owner, []).extend(members)
    if not bare:
        pools = _with_biases_from_afar(pools, owners)
    pooled = {t.paths for members in pools.values() for t in members}
    units = []
    for owner, members in owners.items():
        if owner in pools:
            pools[owner].extend(t for t in members if t.paths not in pooled)
        elif members[0].paths not in pooled:
            units.append(_unit(members, members[0].owner_type))
    for members in pools.values():
        members.sort(key=lambda t: t.order)
    return pools, units


def _with_biases_from_afar(
    pools: Mapping[str, list[Tensors]], owners: Mapping[str, Sequence[Tensors]]
) -> dict[str, list[Tensors]]:
    """The pools, those of one scope joined with its lone vectors where biases are missing: a bias may be a
    module of its own.
    """
    complete: dict[str, list[Tensors]] = {}
    short: dict[str, list[Tensors]] = {}
    for owner, members in pools.items():
        if sum(t.is_vector for t in members) < sum(not t.is_vector for t in members):
            short.setdefault(members[0].scope, []).extend(members)
        else:
            complete[owner] = members
    for held in owners.values():
        first = held[0]
        lone = len(held) == 1 and first.is_vector and first.owner_type not in TORCH_NORM
        if lone and first.scope in short:
            short[first.scope].append(first)
    return complete | {scope: complete.get(scope, []) + found for scope, found in short.items()}


def _holder(owner: str, owners: Collection[str]) -> str:
    """The nearest module above `owner` that has parameters of its own, else the one above."""
    parts_above = owner.split(".")[:-1]
    above = [".".join(parts_above[:n]) for n in range(len(parts_above), -1, -1)]
    return next((path for path in above if path in owners), above[0])


def _unit(members: Sequence[Tensors], module: str, pool: str = "") -> Unit:
    matrix = next((t for t in members if not t.is_vector), None)
    vectors = tuple(t for t in members if t is not matrix)
    shape = tuple(n for n in matrix.shape if n > 1) if matrix else ()
    return Unit(matrix, vectors, (module, pool, shape, len(vectors)), module)


def _maker(matrix: Tensors) -> str:
    return matrix.owner_type if matrix.owner_type in TORCH_LINEAR else ""


def _pooled(
    pool: str, members: Sequence[Tensors], *, bare: bool, pairs: bool
) -> Iterator[tuple[float, list[Unit]]]:
    """Yield (price, units) for raw parameters: a vector for each matrix, the rest of the vectors by twos."""
    matrices = [t for t in members if not t.is_vector]
    vectors = [t for t in members if t.is_vector]
    without = [0.6] * len(matrices) if bare else []
    prices = [_partners(i, matrices, vectors, pool) + without for i in range(len(matrices))]

    def rest(price: float, chosen: tuple[int, ...]) -> Ranked[list[Unit]]:
        taken = [vectors[j] if j < len(vectors) else None for j in chosen]
        units = [_unit([m, v] if v else [m], _maker(m), pool) for m, v in zip(matrices, taken, strict=True)]
        for extra, norms in _norms([v for v in vectors if v not in taken], pool, pairs=pairs):
            yield price + extra, units + [_unit(norm, "", pool) for norm in norms]

    least = 0.0 if bare or not pairs else _least(vectors, len(matrices), pool)
    yield from merged((price + least, rest(price, chosen)) for price, chosen in matchings(prices))


def _least(vectors: Sequence[Tensors], taken: int, pool: str) -> float:
    """What the pairs of vectors cost in any case that are left when `taken` are biases."""
    stems = Counter(role_and_stem(_local(v, pool))[1] for v in vectors)
    related = sum(n // 2 for n in stems.values())
    return UNRELATED * max(0, (len(vectors) - taken) // 2 - related)


def _partners(i: int, matrices: Sequence[Tensors], vectors: Sequence[Tensors], pool: str) -> list[float]:
    """The price of each vector as the bias of matrix `i`: none if names say so, low if the order does."""
    matrix = matrices[i]
    stem = role_and_stem(_local(matrix, pool))[1]
    prices = []
    seen: Counter[int] = Counter()
    for vector in vectors:
        rank = sum(vector.size in m.shape for m in matrices[:i])
        kind, other = role_and_stem(_local(vector, pool))
        if matrix.size % vector.size:
            price = math.inf
        elif other == stem and stem and not of_a_norm(_local(vector, pool)):
            price = 0.0
        else:
            distance = min(abs(seen[vector.size] - rank), abs(vector.order - matrix.order - 1))
            price = (
                1.0 + 0.2 * distance + (2.0 if of_a_norm(_local(vector, pool)) else 0.0) + (kind == "scale")
            )
        seen[vector.size] += 1
        prices.append(price)
    return prices


def _norms(
    vectors: Sequence[Tensors], pool: str, *, pairs: bool
) -> Iterator[tuple[float, list[list[Tensors]]]]:
    """Yield (price, pairs) of vectors of equal size, alone if the reference's norms have one vector."""
    if not vectors:
        yield 0.0, []
        return
    if not pairs or len(vectors) % 2:
        yield 0.0, [[v] for v in vectors]
        return
    yield from sorted(_pairs(list(vectors), pool), key=lambda item: item[0])


def _pairs(vectors: list[Tensors], pool: str) -> Iterator[tuple[float, list[list[Tensors]]]]:
    if not vectors:
        yield 0.0, []
        return
    first, *others = vectors
    kind, stem = role_and_stem(_local(first, pool))
    for j, other in enumerate(others):
        if other.size != first.size:
            continue
        its_kind, its_stem = role_and_stem(_local(other, pool))
        price = (0.0 if its_stem == stem else UNRELATED + 0.1 * j) + (
            2.0 if kind and kind == its_kind else 0.0
        )
        for more, rest in islice(_pairs(others[:j] + others[j + 1 :], pool), 15):
            yield price + more, [[first, other], *rest]


def _local(tensor: Tensors, pool: str) -> str:
    return tensor.paths[0].removeprefix(f"{pool}.") if pool else tensor.paths[0]
