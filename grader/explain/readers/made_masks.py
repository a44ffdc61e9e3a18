"""Reads how masks are made. Truth values are weak evidence: a wrong form needs the operations that it takes as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import made_mask as making
from grader.authoring.parts import run
from grader.authoring.parts.known import facets_of
from grader.domain.graph import Leaf, Node
from grader.explain.reading import Reading, number_of, unique, whole
from grader.explain.value import Ref, Value
from grader.explain.views import name_of

ASKED = frozenset(("padding", "causal", "union"))
COMPARES = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "sub", "rsub", "full_like", "full", "fill"))
ZEROS = frozenset(("zeros", "zeros_like", "new_zeros"))
AS_TRUTH = frozenset(("logical_not", "sign", "_to_copy"))
"""What takes every id but 0 for true."""
COUNTS = frozenset(("sum", "count_nonzero", "cumsum", "argmax", "nonzero", "bincount"))
ALONG = frozenset(("flip", "cumprod", "cumsum", "cummin", "cummax", "arange", "argmax", "fill", "copy"))
ADDED = -1000.0
"""What an additive mask adds is at most this."""


@dataclass(frozen=True)
class _Form:
    """What a mask may say, before it is laid out; a value is made of it only where a node shows it."""

    part: str
    args: tuple[Value, ...]
    facets: Mapping[str, Any]
    canon: Tensor
    data: Any = None

    def value(self, reading: Reading, number: int) -> Value | None:
        """The value, first shown by this node if it is new."""
        return reading.values.make(
            self.part, self.args, self.facets, number, data=self.data, canon=self.canon
        )


def read(reading: Reading, number: int) -> Ref | None:
    """A mask, or what is returned as one, where the exercise asks for one to be made."""
    tensor = reading.tensor(number)
    if tensor is None or tensor.is_complex() or reading.node(number).op in (Leaf.INPUT, Leaf.NUMBERS):
        return None
    returned = number in reading.ends
    if not returned and tensor.dtype is not torch.bool:
        return None
    if "union" in reading.asked:
        return _union(reading, number, tensor)
    for form in _forms(reading, number):
        ref = _laid(reading, number, form, tensor) if returned else _bare(reading, number, form, tensor)
        if ref is not None:
            return ref
    return reading.hole(number) if returned else None


def _bare(reading: Reading, number: int, form: _Form, tensor: Tensor) -> Ref | None:
    """The content alone, with axes of size 1 anywhere."""
    shape = tuple(form.canon.shape)
    if tuple(n for n in tensor.shape if n != 1) != shape:
        return None
    if not torch.equal(tensor.reshape(shape), form.canon):
        return None
    made = form.value(reading, number)
    return None if made is None else Ref(made, whole(shape).reshape(tensor.shape))


def _laid(reading: Reading, number: int, form: _Form, tensor: Tensor) -> Ref | None:
    """The content in one of its layouts, as truth values or as numbers."""
    chosen = tensor != 0
    for axes, blocks, mask in making.layouts(form.canon, tuple(tensor.shape)):
        if not torch.equal(chosen, mask):
            continue
        kind, fill = _kind(tensor, chosen)
        content = form.value(reading, number)
        if not kind or content is None:
            return None
        facets = {"axes": axes, "blocks": blocks, "kind": kind}
        made = reading.values.make("laid", (content,), facets, number, data=fill)
        return None if made is None else reading.check(number, made, whole(made.canon.shape))
    return None


def _kind(tensor: Tensor, chosen: Tensor) -> tuple[str, float | None]:
    """In which type the mask is, and what an additive one adds; "" for none of the known ones."""
    if tensor.dtype is torch.bool:
        return "bool", None
    values = tensor[chosen].double()
    first = float(values[0]) if values.numel() else 1.0
    if not bool((values == first).all()):
        return "", None
    if first == 1:
        return ("float", None) if tensor.is_floating_point() else ("integer", None)
    return ("additive", first) if first <= ADDED and tensor.is_floating_point() else ("", None)


def _forms(reading: Reading, number: int) -> Iterator[_Form]:
    """What the mask may say, the right one first; a wrong one only with operations that speak for it."""
    if "causal" in reading.asked:
        size = _known(reading, "size")
        for who in making.TRIANGLES:
            yield from _form("causal", (size,), {"who": who})
        return
    ids = next((v for v in _inputs(reading) if v.canon.dtype is torch.int64 and v.canon.dim() == 2), None)
    earlier = reading.graph.nodes[: number + 1]
    if ids is None or not any(ids.node in node.sources for node in earlier):
        return
    given = ids, _known(reading, "pad_id")
    for who, data in _paddings(reading, earlier, float(given[1].canon)):
        for polarity in ("blocked", "kept"):
            facets = {"who": who, "polarity": polarity, **({} if data is None else {"id": data})}
            yield from _form("padding", given, facets, data)


def _form(part: str, args: tuple[Value, ...], facets: Mapping[str, Any], data: Any = None) -> Iterator[_Form]:
    canon = run(part, facets, [arg.canon for arg in args], data)
    if canon is not None and bool(canon.any()) and not bool(canon.all()):  # else every mask may be meant
        yield _Form(part, args, facets, canon, data)


def _paddings(reading: Reading, earlier: tuple[Node, ...], pad: float) -> Iterator[tuple[str, int | None]]:
    """Who may count as padding by the operations so far, and the id that is compared with in the place of pad_id."""
    yield "pad id", None
    names = {name_of(node) for node in earlier}
    numbers = {n for node in earlier if name_of(node) in COMPARES for n in _numbers(reading, node)}
    if pad not in numbers:
        zero = any(_is_against_zero(reading, node) for node in earlier)
        found = {int(n) for n in numbers if n.is_integer()} | ({0} if zero else set())
        yield from (("other id", each) for each in sorted(found))
    if names & COUNTS:
        yield "after the length", None
    if names & ALONG:
        yield "trailing run", None


def _is_against_zero(reading: Reading, node: Node) -> bool:
    """Whether integers are compared with zeros, or become truth values."""
    name, sources = name_of(node), [reading.node(source) for source in node.sources]
    if name in COMPARES:
        return any(name_of(source) in ZEROS and source.dtype == "int64" for source in sources)
    return name in AS_TRUTH and node.dtype in ("bool", "int64") and [s.dtype for s in sources] == ["int64"]


def _numbers(reading: Reading, node: Node) -> Iterator[float]:
    for arg in node.args:
        found = number_of(arg, reading)
        if found is not None:
            yield found


def _known(reading: Reading, of: str) -> Value:
    made = reading.values.make("known", (), facets_of(of), 0, canon=reading.known[of])
    assert made is not None  # noqa: S101 - a given tensor is a value
    return made


def _inputs(reading: Reading) -> list[Value]:
    return unique(ref.value for ref in reading.refs if ref is not None and ref.value.part == Leaf.INPUT)


def _union(reading: Reading, number: int, tensor: Tensor) -> Ref | None:
    """What became of two masks, by their truth table: over many entries it is one function of the two."""
    masks = [v for v in _inputs(reading) if v.canon.dtype is torch.bool]
    if len(masks) != 2:
        return None
    if not _made_of(reading, number, masks):
        return _one_alone(reading, number, tensor, masks)
    kind, fill = _kind(tensor, tensor != 0)
    for how, join in making.JOINS.items():
        if kind and torch.equal(join(masks[0].canon, masks[1].canon), tensor != 0):
            made = reading.values.make("union", masks, {"how": how, "kind": kind}, number, data=fill)
            return None if made is None else Ref(made, whole(tensor.shape))
    return reading.hole(number) if number in reading.ends else None


def _one_alone(reading: Reading, number: int, tensor: Tensor, masks: list[Value]) -> Ref | None:
    """One of the masks as it came; what was made of it in another way has no name."""
    for mask in masks:
        shape = tuple(mask.canon.shape)
        if tensor.dtype is torch.bool and tensor.shape == shape and torch.equal(tensor, mask.canon):
            return Ref(mask, whole(shape))
    return reading.hole(number) if number in reading.ends else None


def _made_of(reading: Reading, number: int, wanted: list[Value]) -> bool:
    """Whether a node was made of all of these inputs, by whatever way."""
    seen = reading.history(number)
    return all(value.node in seen for value in wanted)
