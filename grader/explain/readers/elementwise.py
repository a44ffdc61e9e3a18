"""Reads what acts on single numbers: sums, gains, offsets, scales, activations, dropout, casts."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import PARTS
from grader.authoring.parts.activation import KINDS
from grader.domain.graph import At, Leaf
from grader.explain.readers import tables
from grader.explain.reading import Reading, is_vector, number_of, scalars
from grader.explain.value import Ref, Value, near
from grader.explain.views import name_of

SUMS = frozenset(("add", "sub", "rsub"))
PRODUCTS = frozenset(("mul", "div", "true_divide"))
_OF_OPERATION = {
    "relu": "relu",
    "gelu": "gelu",
    "silu": "silu",
    "sigmoid": "sigmoid",
    "tanh": "tanh",
    "neg": "negative",
    "leaky_relu": "leaky relu",
    "elu": "elu",
    "exp": "exp",
    "abs": "abs",
    "sin": "sine",
    "cos": "cosine",
    "softplus": "softplus",
    "mish": "mish",
    "hardswish": "hardswish",
}


def joined(reading: Reading, number: int) -> Ref | None:
    """A sum, difference or product of two named values, or of one and a number."""
    node, name = reading.node(number), name_of(reading.node(number))
    if name in ("addcmul", "addcdiv"):
        return _in_one(reading, number, name)
    if name == "sum":
        return _summed(reading, number)
    if name not in SUMS | PRODUCTS or len(node.args) < 2:
        return None
    first, second = node.args[0], node.args[1]
    alpha = float(node.kwargs.get("alpha", 1)) if node.kwargs else 1.0
    if alpha != 1:
        return None
    numbers = number_of(first, reading), number_of(second, reading)
    if numbers[1] is not None and isinstance(first, At):
        return _with_number(reading, number, name, first.node, numbers[1])
    if numbers[0] is not None and isinstance(second, At) and name in ("mul", "add"):
        return _with_number(reading, number, name, second.node, numbers[0])
    if not isinstance(first, At) or not isinstance(second, At):
        return None
    left, right = reading.ref(first.node), reading.ref(second.node)
    if left is None or right is None:
        return None
    return joined_refs(reading, number, name, left, right)


def _with_number(reading: Reading, number: int, name: str, source: int, factor: float) -> Ref | None:
    ref = reading.ref(source)
    if ref is None or not ref.value.canon.is_floating_point() or ref.value.part == Leaf.CONSTANT:
        return None
    if name == "add" and factor == 1 and is_vector(ref.value):
        one = reading.values.make("one plus", (ref.value,), {}, number)
        return reading.check(number, one, ref.index)
    if name not in PRODUCTS or (name != "mul" and factor == 0):
        return None
    made = scaled(reading, number, ref, factor if name == "mul" else 1 / factor)
    return None if made is None else reading.check(number, made.value, made.index)


def _in_one(reading: Reading, number: int, name: str) -> Ref | None:
    """a + b * c, or a + b / c, in one operation."""
    node = reading.node(number)
    refs = [reading.ref(arg.node) for arg in node.args if isinstance(arg, At)]
    if len(refs) != 3 or (node.kwargs and node.kwargs.get("value", 1) != 1):
        return None
    first, second, third = refs
    if first is None or second is None or third is None:
        return None
    product = joined_refs(reading, number, "mul" if name == "addcmul" else "div", second, third, final=False)
    return None if product is None else joined_refs(reading, number, "add", product, first)


def _summed(reading: Reading, number: int) -> Ref | None:
    """The sum of tensors that were stacked for it."""
    node = reading.node(number)
    stack = reading.node(node.sources[0])
    if (
        name_of(stack) != "stack"
        or len(node.args) < 2
        or node.args[1] not in ((0,), (len(stack.shape) - 1,), (-1,))
    ):
        return None
    axis = stack.args[1] if len(stack.args) > 1 else 0
    if axis % len(stack.shape) != node.args[1][0] % len(stack.shape):
        return None
    total: Ref | None = None
    for place, source in enumerate(stack.sources):
        ref = reading.ref(source)
        if ref is None:
            return None
        last = place == len(stack.sources) - 1
        total = ref if total is None else joined_refs(reading, number, "add", total, ref, final=last)
        if total is None:
            return None
    return total


def scaled(reading: Reading, number: int, ref: Ref, factor: float) -> Ref | None:
    """The value times a number; a scale of a scale is one, and a mask that fills hopelessly stays outermost."""
    value = ref.value
    if value.part == "scale":
        factor, value = factor * value.facets["factor"], value.args[0]
    factor = float(f"{factor:.10g}")
    if value.part == "dropout" and not value.facets["scaled"]:
        kept = 1 - float(value.facets["rate"])
        if kept and abs(factor * kept - 1) < 1e-4:
            facets = {**value.facets, "scaled": True}
            made = reading.values.make(
                "dropout", value.args, facets, number, data=(value.data[0] * factor, number)
            )
            return None if made is None else Ref(made, ref.index)
    if factor == 1:
        return Ref(value, ref.index)
    if value.part == "mask" and value.facets["fill"] < -9999 and value.args[0].part in ("dots", "scale"):
        inner = scaled(reading, number, Ref(value.args[0], ref.index), factor)
        facets = {**value.facets, "fill": value.facets["fill"] * factor}
        made = reading.values.make("mask", (inner.value, value.args[1]), facets, number) if inner else None
    else:
        made = reading.values.make("scale", (value,), {"factor": factor}, number)
    return None if made is None else Ref(made, ref.index)


def joined_refs(
    reading: Reading, number: int, name: str, left: Ref, right: Ref, *, final: bool = True
) -> Ref | None:
    """A sum or product of two explained values, as the node lays them out; `final` if it is the node's own value."""
    shape = reading.node(number).shape
    try:
        indices = left.index.expand(shape), right.index.expand(shape)
    except RuntimeError:
        return None
    a, b = Ref(left.value, indices[0]), Ref(right.value, indices[1])
    if len(shape) > 2:
        known = [tables.positions(reading, number, ref) for ref in (left, right)]
        a = a if known[0] is None else Ref(known[0].value, known[0].index.expand(shape))
        b = b if known[1] is None else Ref(known[1].value, known[1].index.expand(shape))
    if not all(v.canon.is_floating_point() for v in (a.value, b.value)):
        return None
    sign = -1 if name in ("sub", "rsub") else 1
    for value, vector, first in ((a, b, True), (b, a, False)):
        if is_vector(vector.value) and not is_vector(value.value):
            return _with_vector(reading, number, name, value, vector, first=first, final=final)
    if name in ("div", "true_divide"):
        return None
    if name == "rsub":
        a, b = b, a
    if name == "add":
        sign, a, b = _difference(a, b)
    if a.value.canon.numel() < b.value.canon.numel() and sign > 0:
        a, b = b, a
    part, facets = ("product", {}) if name == "mul" else ("add", {"sign": sign})
    if a.value.part == Leaf.CONSTANT and b.value.part == Leaf.CONSTANT:
        return None
    made = reading.values.make(part, (a.value, b.value), facets, number)
    if made is None or made.canon.shape != a.value.canon.shape:
        return None
    return reading.check(number, made, a.index) if final else Ref(made, a.index)


def _difference(a: Ref, b: Ref) -> tuple[int, Ref, Ref]:
    """A sum of which one side was negated before is a difference."""
    for kept, other in ((a, b), (b, a)):
        if other.value.part == "activation" and other.value.facets["kind"] == "negative":
            return -1, kept, Ref(other.value.args[0], other.index)
    return 1, a, b


def _with_vector(
    reading: Reading, number: int, name: str, value: Ref, vector: Ref, *, first: bool, final: bool
) -> Ref | None:
    data = feature_places(value, vector)
    if data is None:
        return None
    source, sign = vector.value, 1
    facets: dict[str, Any]
    if source.part == "scale" and abs(source.facets["factor"]) == 1 and name in ("add", "sub"):
        sign, source = int(source.facets["factor"]), source.args[0]
    if name == "mul":
        one = source.part == "one plus"
        part, facets = "times", {"gain": "1 + weight" if one else "weight"}
        source = source.args[0] if one else source
    elif name == "add" or (name == "sub" and first):
        part, facets = "plus", {"sign": -sign if name == "sub" else sign}
    else:
        return None
    made = reading.values.make(part, (value.value, source), facets, number, data=(data,))
    if made is None:
        return None
    return reading.check(number, made, value.index) if final else Ref(made, value.index)


def feature_places(value: Ref, vector: Ref) -> Tensor | None:
    """For each feature of the value its place in the vector; None where another axis has a say."""
    if not value.value.canon.dim():
        return None
    width = value.value.canon.shape[-1]
    feature, place = (value.index % width).reshape(-1), vector.index.reshape(-1)
    data = torch.full((width,), -1, dtype=torch.int64)
    data[feature] = place
    return data if torch.equal(data[feature], place) and bool((data >= 0).all()) else None


def may_be_more(value: Value) -> bool:
    """Whether a sum or product may be a step of something else: both sides are made of the same value."""
    if value.part == "scale":
        return value.args[0].part not in ("dots", "add", "embedding") and not is_vector(value)
    if value.part not in ("product", "add"):
        return False
    left, right = value.args
    return bool(_light_roots(left) & _light_roots(right))


def _light_roots(value: Value) -> set[int]:
    found = {id(value)}
    if value.part in PARTS and PARTS[value.part].light:
        for arg in value.args:
            found |= _light_roots(arg)
    return found


def activation(reading: Reading, number: int, found: list[Value], *, direct: bool) -> Ref | None:
    """A known function of single numbers of one value."""
    values = [v for v in found if v.part not in (Leaf.CONSTANT, "random")]
    if len(values) != 1 or not values[0].canon.is_floating_point() or is_vector(values[0]):
        return None
    ref = laid_out(reading, number, values[0])
    if ref is None:
        return None
    node = reading.node(number)
    name = name_of(node)
    kinds = [_OF_OPERATION[name]] if name in _OF_OPERATION and direct else list(KINDS)
    if name == "gelu" and node.kwargs and node.kwargs.get("approximate") == "tanh":
        kinds = ["gelu tanh"]
    tensor, source = reading.tensor(number), ref.read()
    if tensor is None:
        return None
    if not bool(tensor.isfinite().any()):  # every function of NaN is NaN: the operation's own name has to do
        kinds = [_OF_OPERATION[name]] if name in _OF_OPERATION and direct else []
    elif near(tensor, source, values[0].tolerance):
        return ref  # what changes nothing is no step
    for kind in kinds:
        facets: dict[str, Any] = {"kind": kind}
        slopes = [s for s in scalars([node]) if 0 < s < 1 and s != 0.01] if kind == "leaky relu" else []
        for slope in (None, *slopes):
            if slope is not None:
                facets = {"kind": kind, "slope": slope}
            if near(tensor, PARTS["activation"].run(facets, (source.double(),), None), values[0].tolerance):
                made = reading.values.make("activation", (values[0],), facets, number)
                return None if made is None else Ref(made, ref.index)
    return None


def laid_out(reading: Reading, number: int, value: Value) -> Ref | None:
    """How a step's value lies in a node's tensor of its shape: as it lay where the step took it from."""
    shape = reading.node(number).shape
    for source in reversed(range(number)):
        ref = reading.ref(source)
        if ref is not None and ref.value is value and tuple(ref.index.shape) == shape:
            return ref
    return None


def cast(reading: Reading, number: int) -> Ref | None:
    """A value in a narrower float: named as such, since all that follows is coarse."""
    node = reading.node(number)
    if name_of(node) != "_to_copy" or not node.sources:
        return None
    ref = reading.ref(node.sources[0])
    if ref is None or node.dtype not in ("float32", "float16", "bfloat16"):
        return None
    if not ref.value.canon.is_floating_point() or reading.node(node.sources[0]).dtype != "float64":
        return None
    if is_vector(ref.value):  # what it scales or shifts is narrow, too, and is named as such
        return ref
    narrow = ref.value.canon.to(getattr(torch, node.dtype)).double()
    made = reading.values.make("cast", (ref.value,), {"dtype": node.dtype}, number, canon=narrow)
    return None if made is None else Ref(_coarse(made), ref.index)


def _coarse(value: Value) -> Value:
    object.__setattr__(value, "coarse", True)
    return value


def copied(reading: Reading, number: int) -> Ref | None:
    """What was copied into place; also a tensor that was filled piece by piece, if all pieces are of one value."""
    node = reading.node(number)
    if name_of(node) == "copy" and len(node.args) > 1 and isinstance(node.args[1], At):
        ref = reading.ref(node.args[1].node)
        return None if ref is None else Ref(ref.value, ref.index.expand(node.shape))
    tensor = reading.tensor(number)
    if tensor is None or not tensor.is_floating_point():
        return None
    seen: list[Value] = []
    for source in reversed(range(number)):
        ref = reading.ref(source)
        if name_of(reading.node(source)) == "copy" and ref is not None and ref.value not in seen:
            seen.append(ref.value)
    for value in seen:
        index = _nearest(value.canon.reshape(-1), tensor.reshape(-1)).reshape(tensor.shape)
        found = Ref(value, index)
        if near(tensor, found.read(), value.tolerance):
            return found
    return None


def _nearest(values: Tensor, wanted: Tensor) -> Tensor:
    """For each wanted number the place of the value that is nearest to it: [n], [m] -> [m]."""
    ordered, order = values.sort()
    above = torch.searchsorted(ordered, wanted.to(ordered.dtype)).clamp(max=len(ordered) - 1)
    below = (above - 1).clamp(min=0)
    closer = (wanted - ordered[below]).abs() < (ordered[above] - wanted).abs()
    return order[torch.where(closer, below, above)]


def negation(reading: Reading, number: int) -> Ref | None:
    """Truth values the other way round."""
    ref = reading.ref(reading.node(number).sources[0])
    if ref is None or ref.value.canon.dtype is not torch.bool:
        return None
    if ref.value.part == "not":
        return Ref(ref.value.args[0], ref.index)
    made = reading.values.make("not", (ref.value,), {}, number)
    return reading.check(number, made, ref.index)
