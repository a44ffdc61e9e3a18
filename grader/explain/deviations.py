"""Says what a match found: each deviation with its keys, its places.

A key is "part.facet=value" ("normalise.over=D-1", "scale.factor=1/sqrt(D)"), "missing X" and "extra X" (X a
part, or a
larger one: "missing norm", "missing bias"), "S: n for x" (step S takes n where x is asked for), "S: without x"
(a sum
of which one side is missing), "shared a b" (one weight for two roles), "swapped a b" (two weights with the
contract's
names, each in the other's place), "unknown", "other". Of several masks "missing mask" says which.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.authoring.computation import Asked
from grader.domain.computation import DeviationKind
from grader.domain.graph import Leaf
from grader.explain.match import Found, Match, every
from grader.explain.value import Value

BODIES = ("normalise", "matrix")


@dataclass(frozen=True)
class Told:
    """A deviation with its key; `step` is the asked step that it belongs to, `at` is where it is read."""

    key: str
    found: Found
    step: Asked | None
    at: Value | None


def told(match: Match, root: Asked, *, training: bool = False) -> list[Told]:
    """Each deviation once, in the order of the computation; a norm that is missing as a whole is one deviation."""
    seen: dict[tuple[str, int], Told] = {}
    places = {id(value): place for place, value in enumerate(every(root))}
    for found in _without_parts(sorted(match.found, key=lambda each: _order(each, places))):
        where = _parents(found, match) if found.kind is DeviationKind.WIRED else []
        for at, asked in where or [(found.read, found.asked)]:
            step = step_of(found.other if found.facet == "argument" else asked, root)
            if len(where) > 1 and step is step_of(found.other, root):
                continue  # what is taken for another value is no step of its own
            key = _key(found, match, root, step, training)
            seen.setdefault((key, id(step)), Told(key, found, step, at))
    return [*seen.values(), *_weights(match, root)]


def step_of(asked: Asked | None, root: Asked) -> Asked | None:
    """The nearest named asked value that this one is part of, or is."""
    if asked is None:
        return None
    return next(
        (value for value in every(root) if value.name and any(part is asked for part in _body(value))), None
    )


def label(asked: Asked | None, root: Asked) -> str:
    """What an asked value is called: its name, its role, or the step that it is part of."""
    if asked is None:
        return ""
    step = step_of(asked, root)
    return asked.name or asked.role or asked.whole or (step.name if step is not None else asked.part)


def _order(found: Found, places: Mapping[int, int]) -> tuple[int, str, str, int]:
    """By where it is read, then by its kind, then by the place in the asked computation: a set has no order."""
    read = found.read.node if found.read is not None else 1 << 30
    return (read, found.kind, found.facet, places.get(id(found.asked), 1 << 30))


def _body(value: Asked) -> Iterator[Asked]:
    """A named value and what it is made of, down to the next named ones."""
    yield value
    for arg in value.args:
        if not arg.name:
            yield from _body(arg)


def _without_parts(found: list[Found]) -> list[Found]:
    """Without the gain and shift of a norm, and the offset of a matrix, that is extra or missing as a whole."""
    extra = {id(f.read) for f in found if f.kind is DeviationKind.EXTRA and f.read and f.read.part in BODIES}
    gone = {
        id(f.asked) for f in found if f.kind is DeviationKind.MISSING and f.asked and f.asked.part in BODIES
    }

    def is_part(one: Found) -> bool:
        if one.kind is DeviationKind.EXTRA and one.read is not None and one.read.part in ("times", "plus"):
            return any(id(value) in extra for value in _inner(one.read))
        if (
            one.kind is DeviationKind.MISSING
            and one.asked is not None
            and one.asked.part in ("times", "plus")
        ):
            return any(id(value) in gone for value in _inner(one.asked))
        return False

    return [one for one in found if not is_part(one)]


def _inner(value: Value | Asked) -> Iterator[Value | Asked]:
    while value.part in ("times", "plus"):
        value = value.args[0]
        yield value


def _parents(found: Found, match: Match) -> list[tuple[Value | None, Asked | None]]:
    """The steps that take one value where another is asked for."""
    pairs = [(r, a) for r, a in match.pairs if found.read in r.args and found.asked in a.args]
    return [*sorted(pairs, key=lambda pair: pair[0].node)]


def _key(one: Found, match: Match, root: Asked, step: Asked | None, training: bool) -> str:
    read, asked = one.read, one.asked
    where = step.name if step is not None else ""
    if asked is not None and one.kind is DeviationKind.MISSING and asked.part == "dropout":
        return f"missing dropout on {label(asked.args[0], root)}"
    if read is not None and one.kind is DeviationKind.EXTRA and read.part == "dropout":
        where = _aligned(read.args[0], match, root)
        return f"extra dropout on {where}" if training else "dropout in eval mode"
    if one.kind is DeviationKind.FORM and read is not None and asked is not None:
        part = asked.part if one.facet == "part" else "bias" if _called(read) == "bias" else read.part
        return f"{part}.{one.facet}={symbol(read, one.facet, asked.facets.get(one.facet))}"
    if one.kind is DeviationKind.MISSING and one.facet == "argument":
        return f"{where}: without {label(asked, root)}"
    if one.kind is DeviationKind.MISSING and asked is not None:
        if asked.part in ("add", "product", "union") and one.other is not None:
            gone = asked.args[1] if one.other is asked.args[0] else asked.args[0]
            return f"{where}: without {label(gone, root)}"
        if any(
            a is asked and r.part == a.part for r, a in match.pairs
        ):  # it is there, and not what is returned
            return f"returned: {label(one.other, root)} for {label(asked, root)}"
        return f"missing {_called(asked)}{_which(asked, root)}"
    if one.kind is DeviationKind.EXTRA and read is not None and read.part == "cast":
        return f"cast to {read.facets['dtype']}"
    if one.kind is DeviationKind.EXTRA and read is not None:
        return _extra_key(read, one.inner, match, root)
    if one.kind is DeviationKind.WIRED:
        return f"{where}: {label(one.other, root)} for {label(asked, root)}"
    return "unknown" if one.kind is DeviationKind.UNKNOWN else "other"


def _which(asked: Asked, root: Asked) -> str:
    """Which mask it is, where several are asked for; of a scale, what is scaled."""
    if asked.part == "scale":
        return f" of {asked.args[0].part}"
    masks = {value.args[1].role for value in every(root) if value.part == "mask"}
    return f" {asked.args[1].role}" if asked.part == "mask" and len(masks) > 1 else ""


def _extra_key(read: Value, inner: Value | None, match: Match, root: Asked) -> str:
    if read.part in ("add", "product", "concat"):
        others = [arg for arg in read.args if arg is not inner] or [read.args[0]]
        return f"extra {read.part} of {_aligned(others[0], match, root)}"
    kind = f" {read.facets['kind']}" if read.part == "activation" else ""
    on = _aligned(inner if inner is not None else read.args[0], match, root)
    return f"extra {_called(read)}{kind} on {on}"


def _aligned(value: Value, match: Match, root: Asked) -> str:
    """What a read value is called, by the asked one that it stands for."""
    asked = next((a for r, a in match.pairs if r is value), None)
    return label(asked, root) if asked is not None else _called(value)


def _called(value: Value | Asked) -> str:
    """What a part is called on its own: the vector of a norm is its gain or shift, that of a matrix its bias."""
    if value.part in ("plus", "times"):
        inner = [v.part for v in _inner(value)]
        if value.part == "times":
            return "gain"
        return "bias" if inner and inner[-1] == "matrix" else "shift"
    return "norm" if value.part == "normalise" else value.part


def symbol(read: Value, facet: str, wanted: object = None) -> str:
    """The value of a facet in a key: a number by what it is made of."""
    found = read.facets.get(facet)
    if read.part == "scale" and facet == "factor":
        return scale_symbol(read)
    if read.part == "mask" and facet == "fill":
        number = float(found)  # type: ignore[arg-type]  # a fill is a number
        return "inf" if number == math.inf else "0" if abs(number) < 1e-3 else "small"
    if facet == "part":
        return "difference" if read.facets.get("sign") == -1 else read.part
    if facet == "width":
        return "1"
    if facet == "out":
        times, rest = divmod(read.canon.shape[-1], read.args[0].canon.shape[-1])
        return f"{times}D" if not rest else str(read.canon.shape[-1])
    if facet == "rate" and isinstance(wanted, float) and math.isclose(float(found), 1 - wanted):  # type: ignore[arg-type]
        return "1-p"
    if facet == "heads" and found is None:
        return "one"
    return f"{found:g}" if isinstance(found, float) else str(found)


def scale_symbol(read: Value) -> str:
    """The factor of a scale in terms of the widths that stand around it."""
    factor, inner = float(read.facets["factor"]), read.args[0]
    while inner.part in ("mask", "scale", "softmax"):
        inner = inner.args[0]
    if inner.part == "dots":
        dim = inner.args[0].canon.shape[-1]
        widths = {"Dh": dim // (inner.facets["heads"] or 1), "D": dim, "S": inner.canon.shape[-1]}
    else:
        widths = {"D": inner.canon.shape[-1]} if inner.canon.dim() else {}
    for name, width in widths.items():
        forms = {
            f"1/sqrt({name})": width**-0.5,
            f"1/{name}": 1 / width,
            f"sqrt({name})": width**0.5,
            name: float(width),
        }
        for text, number in forms.items():
            if math.isclose(factor, number, rel_tol=1e-6):
                return text
    return f"{factor:.4g}"


def _weights(match: Match, root: Asked) -> list[Told]:
    """Weights that stand for two roles, and two that stand in each other's place though the contract names them."""
    places: dict[str, set[tuple[str, int]]] = {}
    users: dict[str, tuple[Value, Asked]] = {}
    for read, asked in sorted(match.pairs, key=lambda pair: pair[0].node):
        for arg, wanted in zip(read.args[1:], asked.args[1:], strict=False):
            if wanted.part == "parameter" and read.data is not None and len(read.args) == 2:
                own = {(_source(arg), int(place)) for place in read.data[0].reshape(-1)}
                places.setdefault(wanted.role, set()).update(own)
                users.setdefault(wanted.role, (read, asked))
    found: dict[str, Told] = {}
    roles = list(places)
    for i, first in enumerate(roles):
        for second in roles[i + 1 :]:
            names = [{name for name, _ in places[role]} for role in (first, second)]
            relation = "shared" if places[first] & places[second] else ""
            if first in names[1] and second in names[0]:
                relation = "swapped"
            if relation:
                stems = sorted({first.rpartition(".")[0] or first, second.rpartition(".")[0] or second})
                read, asked = users[second]
                if relation == "swapped":
                    read, asked = min(users[first], users[second], key=lambda pair: pair[0].node)
                key = " ".join((relation, *stems))
                fault = Found(DeviationKind.SHARED, read, asked)
                found.setdefault(key, Told(key, fault, step_of(asked, root), read))
    return list(found.values())


def _source(value: Value) -> str:
    return str(value.facets.get("name", "")) or f"{Leaf.CONSTANT} {value.node}"
