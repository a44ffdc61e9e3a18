"""Says what a match found: keys, formulas and lines of each deviation.

A key is "part.facet=value" ("normalise.over=D-1", "scale.factor=1/sqrt(D)"), "missing X" and "extra X" (X a part, or a larger one that is
missing as a whole: "missing LayerNorm"), "S: n for x" (step S takes n where x is asked for), "shared a b" (one weight for two roles),
"swapped a b" (two weights with the contract's names, each in the other's place), "unknown".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from grader.authoring.computation import Asked
from grader.domain.computation import DeviationKind
from grader.domain.graph import Leaf
from grader.explain.unify import Found, Match, every
from grader.explain.value import Value

NORM = ("normalise", "times", "plus")


def keys(match: Match, root: Asked) -> list[tuple[str, Found]]:
    """Each deviation of a match with its key; those of one larger part (a norm that is missing) are told once."""
    found = _merged(sorted(match.found, key=_order))
    told: dict[str, tuple[str, Found]] = {}
    for one in found:
        key = _key(one, match, root)
        told.setdefault(f"{key} {id(one.read)}" if one.kind is DeviationKind.FORM else key, (key, one))
    listed = list(told.values()) + _weights(match)
    return listed


def _order(found: Found) -> tuple[int, str, str]:
    return (found.read.node if found.read is not None else 1 << 30, found.kind, found.facet)


def step_of(asked: Asked | None, root: Asked) -> Asked | None:
    """The nearest named asked value that this one is part of."""
    if asked is None:
        return None
    for value in every(root):
        if value.name and any(part is asked for part in _below(value)):
            return value
    return None


def _below(value: Asked) -> list[Asked]:
    """A named value and what it is made of, down to the next named ones."""
    found = [value]
    for arg in value.args:
        found += [] if arg.name else _below(arg)
    return found


def _merged(found: Sequence[Found]) -> list[Found]:
    """Without the gain and shift of a norm, and the offset of a matrix, that is extra or missing as a whole."""
    whole = [f for f in found if f.kind in (DeviationKind.EXTRA, DeviationKind.MISSING)]
    bodies_read = {id(f.read) for f in whole if f.kind is DeviationKind.EXTRA and f.read and f.read.part in ("normalise", "matrix")}
    bodies_asked = {id(f.asked) for f in whole if f.kind is DeviationKind.MISSING and f.asked and f.asked.part in ("normalise", "matrix")}

    def inside(one: Found) -> bool:
        if one.kind is DeviationKind.EXTRA and one.read is not None and one.read.part in ("times", "plus"):
            return any(id(v) in bodies_read for v in _chain(one.read))
        if one.kind is DeviationKind.MISSING and one.asked is not None and one.asked.part in ("times", "plus"):
            return any(id(a) in bodies_asked for a in _asked_chain(one.asked))
        return False

    return [f for f in found if not inside(f)]


def _chain(value: Value) -> list[Value]:
    found = [value]
    while found[-1].part in ("times", "plus"):
        found.append(found[-1].args[0])
    return found


def _asked_chain(value: Asked) -> list[Asked]:
    found = [value]
    while found[-1].part in ("times", "plus"):
        found.append(found[-1].args[0])
    return found


def _key(one: Found, match: Match, root: Asked) -> str:
    read, asked = one.read, one.asked
    if one.kind is DeviationKind.FORM and read is not None and asked is not None:
        return f"{read.part}.{one.facet}={symbol(read, asked, one.facet)}"
    if one.kind is DeviationKind.MISSING and asked is not None:
        if asked.part == "add" and one.other is not None:
            gone = asked.args[1] if one.other is asked.args[0] else asked.args[0]
            return f"{label(asked, root)}: without {label(gone, root)}"
        return f"missing {_part_name(asked.part)}" + _role(asked, root)
    if one.kind is DeviationKind.EXTRA and read is not None:
        kind = f" {read.facets['kind']}" if read.part == "activation" else ""
        return f"extra {_part_name(read.part)}{kind}"
    if one.kind is DeviationKind.WIRED and asked is not None and one.other is not None:
        place = next((a for r, a in match.pairs if read in r.args and asked in a.args), None)
        step = step_of(place, root) if place is not None else None
        where = step or place
        return f"{label(where, root) if where is not None else ''}: {label(one.other, root)} for {label(asked, root)}"
    if one.kind is DeviationKind.UNKNOWN:
        return "unknown"
    return f"other {read.part if read else ''} for {asked.part if asked else ''}"


def _part_name(part: str) -> str:
    return "norm" if part == "normalise" else part


def _role(asked: Asked, root: Asked) -> str:
    step = step_of(asked, root)
    return f" in {step.name}" if step is not None and step.name else ""


def label(asked: Asked, root: Asked) -> str:
    """What an asked value is called: its name, its role, or the step that it is part of."""
    step = asked if asked.name else step_of(asked, root)
    return asked.name or asked.role or asked.whole or (step.name if step is not None else asked.part)


def symbol(read: Value, asked: Asked, facet: str) -> str:
    """The value of a facet in a key: a number by what it is made of."""
    found = read.facets.get(facet)
    if read.part == "scale" and facet == "factor":
        return scale_symbol(read)
    if read.part == "mask" and facet == "fill":
        number = float(found)  # type: ignore[arg-type]
        return "inf" if number == math.inf else "0" if abs(number) < 1e-3 else "small"
    if facet == "out":
        return str(read.canon.shape[-1])
    if facet == "eps_value":
        return "other"
    if facet == "heads" and found is None:
        return "one"
    return f"{found:g}" if isinstance(found, float) else str(found)


def scale_symbol(read: Value) -> str:
    """The factor of a scale in terms of the widths that stand around it."""
    factor, inner = float(read.facets["factor"]), read.args[0]
    while inner.part in ("mask", "scale"):
        inner = inner.args[0]
    widths = {}
    if inner.part in ("dots", "softmax"):
        dots = inner
        while dots.part not in ("dots",) and dots.args:
            dots = dots.args[0]
        if dots.part == "dots":
            dim = dots.args[0].canon.shape[-1]
            widths = {"Dh": dim // (dots.facets["heads"] or 1), "D": dim, "S": dots.canon.shape[-1]}
    elif inner.canon.dim():
        widths = {"D": inner.canon.shape[-1]}
    for name, width in widths.items():
        for text, number in ((f"1/sqrt({name})", width**-0.5), (f"1/{name}", 1 / width), (f"sqrt({name})", width**0.5), (name, width)):
            if math.isclose(factor, number, rel_tol=1e-6):
                return text
    return f"{factor:.4g}"


def _weights(match: Match) -> list[tuple[str, Found]]:
    """Weights that stand for two roles, and two that stand in each other's place though the contract names them."""
    by_role: dict[str, set[tuple[str, int]]] = {}
    reads: dict[str, Value] = {}
    for read, asked in match.pairs:
        if asked.part != "parameter" and len(read.args) > 1:
            for arg, wanted in zip(read.args[1:], asked.args[1:], strict=False):
                if wanted.part == "parameter" and read.data is not None and len(read.args) == 2:
                    places = {(_name(arg), int(place)) for place in read.data[0].reshape(-1)}
                    by_role.setdefault(wanted.role, set()).update(places)
                    reads[wanted.role] = read
    told = []
    roles = list(by_role)
    for i, first in enumerate(roles):
        for second in roles[i + 1 :]:
            if by_role[first] & by_role[second]:
                found = Found(DeviationKind.SHARED, reads[second], None)
                told.append((f"shared {_stem(first)} {_stem(second)}", found))
    names = {role: {name for name, _ in pieces} for role, pieces in by_role.items()}
    for i, first in enumerate(roles):
        for second in roles[i + 1 :]:
            if first in names[second] and second in names[first]:
                told.append((f"swapped {_stem(first)} {_stem(second)}", Found(DeviationKind.SHARED, reads[first], None)))
    return list({key: (key, found) for key, found in reversed(told)}.values())[::-1]


def _name(value: Value) -> str:
    return str(value.facets.get("name", value.node)) if value.part != Leaf.CONSTANT else f"constant {value.node}"


def _stem(role: str) -> str:
    return role.rpartition(".")[0] or role


Inputs = Callable[[Value], str]
