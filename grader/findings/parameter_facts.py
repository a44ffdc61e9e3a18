"""Compares what a module registers with what the reference does: names, then shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from grader.domain.case import Observation
from grader.domain.fact import Fact, FactKind
from grader.source.lines import Lines, holds

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """A registered tensor: its path, its shape, whether it is trained; `first` is False where it is another's again."""

    path: str
    shape: Shape
    trained: bool = True
    first: bool = True


def parameter_facts(
    look: Observation, reference: Observation, lines: Lines, *, compared: bool
) -> Iterator[Fact]:
    """What is wrong with the parameters; `compared` says that a check of names, shapes or numbers failed.

    Without that a module may register what it likes, but what it keeps without registering is told all the same
    where tensors are missing.
    """
    if not isinstance(look.get("parameters"), tuple) or not isinstance(reference.get("parameters"), tuple):
        return
    found, wanted = _rows(look["parameters"]), _rows(reference["parameters"])
    missing = _shapes(wanted) - _shapes(found)
    yield from _unbuffered(look, reference)
    again = tuple(row.path for row in found if not row.first)
    if missing and again and all(row.first for row in wanted):
        counts = str(len(_distinct(found))), str(len(_distinct(wanted)))
        yield Fact(FactKind.SHARED, (counts[0], *again), (counts[1],))
        return
    if missing:
        kept = tuple(_kept(look, reference, missing, lines))
        yield from kept
        if kept:
            return
    if compared:
        yield from _registered(found, wanted)


def _registered(found: Sequence[Row], wanted: Sequence[Row]) -> Iterator[Fact]:
    frozen = tuple(row.path for row in found if not row.trained)
    if frozen and all(row.trained for row in wanted):
        yield Fact(FactKind.FROZEN, frozen)
    extra, missing = _shapes(found) - _shapes(wanted), _shapes(wanted) - _shapes(found)
    counts = str(len(_distinct(found))), str(len(_distinct(wanted)))
    if not extra and not missing:
        names, right = tuple(row.path for row in found), tuple(row.path for row in wanted)
        if not frozen and set(names) != set(right):
            yield Fact(FactKind.RENAMED, names, right)
    elif {row.path for row in found} == {row.path for row in wanted} and len(found) == len(wanted):
        yield from _reshaped(found, wanted)
    elif not missing:
        yield Fact(FactKind.EXTRA, (counts[0], *_surplus(found, wanted, extra)), (counts[1],))
    elif not extra:
        yield Fact(FactKind.MISSING, (counts[0],), (counts[1], *_lacking(found, wanted, missing)))
    elif (mine := _numbers(found)) != (right_count := _numbers(wanted)):
        yield Fact(FactKind.NUMBERS, (counts[0], str(mine)), (counts[1], str(right_count)))


def _reshaped(found: Sequence[Row], wanted: Sequence[Row]) -> Iterator[Fact]:
    right = {row.path: row.shape for row in wanted}
    for row in found:
        if row.shape != right[row.path]:
            yield Fact(FactKind.RESHAPED, (row.path, str(list(row.shape))), (str(list(right[row.path])),))


def _kept(look: Observation, reference: Observation, missing: Counter[Shape], lines: Lines) -> Iterator[Fact]:
    """What the module keeps as a buffer, a plain tensor or in a Python list while parameters are missing."""
    counts = (str(sum(missing.values())),)
    own = {row[0] for row in _plain_rows(reference.get("buffers"))}
    buffers = [row[0] for row in _plain_rows(look.get("buffers")) if row[1] in missing and row[0] not in own]
    rows = [row for row in _plain_rows(look.get("unregistered")) if holds(lines, row[0].rpartition(".")[2])]
    plain = [row[0] for row in rows if row[1] == "tensor"]
    listed = [row[0] for row in rows if row[1] == "modules"]
    for kind, names in ((FactKind.BUFFERS, buffers), (FactKind.LISTED, listed), (FactKind.PLAIN, plain)):
        if names:
            yield Fact(kind, tuple(names[:8]), counts)


def _unbuffered(look: Observation, reference: Observation) -> Iterator[Fact]:
    """The contract's buffers that are kept as plain tensors or parameters."""
    own = {row[0] for row in _plain_rows(look.get("buffers"))}
    plain = {row[0] for row in _plain_rows(look.get("unregistered")) if row[1] == "tensor"}
    plain |= {row.path for row in _rows(look["parameters"])}
    names = tuple(row[0] for row in _plain_rows(reference.get("buffers")) if row[0] in plain - own)
    if names:
        yield Fact(FactKind.UNBUFFERED, names)


def _lacking(found: Sequence[Row], wanted: Sequence[Row], missing: Counter[Shape]) -> tuple[str, ...]:
    """The names of the tensors that are missing where all others bear the contract's, else their shapes."""
    names = {row.path for row in found}
    if names < {row.path for row in wanted}:
        return tuple(row.path for row in _distinct(wanted) if row.path not in names)
    return tuple(str(list(shape)) for shape in missing.elements())


def _surplus(found: Sequence[Row], wanted: Sequence[Row], extra: Counter[Shape]) -> tuple[str, ...]:
    """The names of the tensors too many: what the contract does not know, where it knows all others, else all those of
    some owners, if one choice of owners alone fits.
    """
    known = {row.path for row in wanted}
    if known < {row.path for row in found}:
        return tuple(row.path for row in _distinct(found) if row.path not in known)
    owners: dict[str, list[Row]] = {}
    for row in _distinct(found):
        owners.setdefault(row.path.rpartition(".")[0] or row.path, []).append(row)
    fitting = [
        [row.path for owner in choice for row in owners[owner]]
        for size in range(1, min(len(owners), 4) + 1)
        for choice in combinations(owners, size)
        if Counter(row.shape for owner in choice for row in owners[owner]) == extra
    ]
    return tuple(fitting[0]) if len(fitting) == 1 else ()


def _distinct(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.first]


def _shapes(rows: Sequence[Row]) -> Counter[Shape]:
    return Counter(row.shape for row in rows if row.first)


def _numbers(rows: Sequence[Row]) -> int:
    return sum(prod(row.shape) for row in rows if row.first)


def _rows(plain: object) -> list[Row]:
    rows = plain if isinstance(plain, tuple) else ()
    good = [row for row in rows if isinstance(row, tuple) and len(row) == 4 and isinstance(row[0], str)]
    return [Row(row[0], tuple(row[1]), bool(row[2]), row[3] == i) for i, row in enumerate(good)]


def _plain_rows(plain: object) -> list[tuple[str, object]]:
    rows = plain if isinstance(plain, tuple) else ()
    return [
        (row[0], row[1])
        for row in rows
        if isinstance(row, tuple) and len(row) > 1 and isinstance(row[0], str)
    ]
