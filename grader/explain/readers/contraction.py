"""Reads matrix products: linear maps of tokens, dot products of queries with keys, weighted sums of values."""

from __future__ import annotations

import torch
from torch import Tensor

from grader.authoring.parts.attention import SPLITS, merge_places, split_places
from grader.domain.graph import At, Leaf, Node
from grader.explain.cutting import cut
from grader.explain.readers import elementwise, masks
from grader.explain.reading import Reading, whole
from grader.explain.value import Ref, Value
from grader.explain.views import name_of

OPERATIONS = frozenset(["mm", "bmm", "addmm", "baddbmm", "convolution", "mv", "addmv", "dot"])
WEIGHTS = (Leaf.PARAMETER, Leaf.BUFFER, "derived")


def read(reading: Reading, number: int) -> Ref | None:
    """The name of a product's result."""
    node, name = reading.node(number), name_of(reading.node(number))
    if name == "convolution":
        return _convolution(reading, number, node)
    adds = name in ("addmm", "baddbmm", "addmv")
    if len({reading.root(a.node) for a in node.args[adds : adds + 2] if isinstance(a, At)}) == 1:
        return None  # a sum of squares, perhaps: a step of something else
    operands = [reading.need(a.node) for a in node.args[adds : adds + 2] if isinstance(a, At)]
    if len(operands) != 2 or any(o is None for o in operands):
        return None
    left, right = _batched(operands[0], name), _batched(operands[1], name, right=True)  # type: ignore[arg-type]
    if left is None or right is None:
        return None
    alpha = float(node.kwargs.get("alpha", 1)) if node.kwargs else 1.0
    beta = float(node.kwargs.get("beta", 1)) if node.kwargs else 1.0
    product = multiply(reading, number, left, right)
    if product is None:
        return None
    product = Ref(product.value, product.index.reshape(node.shape))
    if alpha != 1:
        product = elementwise.scaled(reading, number, product, alpha)
    if adds and beta != 0 and product is not None:
        masked = masks.decode(reading, number, product, reading.behind(node.args[0].node))
        if masked is not None and masked.value is not product.value:
            return masked
        other = reading.need(node.args[0].node)
        return None if other is None else _sum(reading, number, product, other)
    return None if product is None else reading.check(number, product.value, product.index)


def _sum(reading: Reading, number: int, product: Ref, other: Ref) -> Ref | None:
    """A product with something added to it in one operation: an offset, or a mask."""
    return elementwise.joined_refs(reading, number, "add", product, other) or masks.decode(
        reading, number, product, [other.value, *other.value.args]
    )


def _batched(ref: Ref, name: str, *, right: bool = False) -> Ref | None:
    index = ref.index
    if name in ("mv", "addmv", "dot") and index.dim() == 1:
        index = index[:, None] if right else index[None]
    return Ref(ref.value, index[None] if index.dim() == 2 else index) if index.dim() in (2, 3) else None


def _convolution(reading: Reading, number: int, node: Node) -> Ref | None:
    """A convolution whose kernel sees one position is a linear map of tokens: [N, C, L] by [O, C, 1]."""
    source, weight = reading.need(node.args[0].node), reading.need(node.args[1].node)
    if source is None or weight is None or weight.index.shape[2:].numel() != 1 or source.index.dim() != 3:
        return None
    if node.args[8] != 1 or any(node.args[4]):
        return None
    left = Ref(source.value, source.index.transpose(1, 2))
    right = Ref(weight.value, weight.index.flatten(1).T[None].expand(len(left.index), -1, -1))
    product = multiply(reading, number, left, right)
    if product is None:
        return None
    product = Ref(product.value, product.index.transpose(1, 2))
    bias = node.args[2]
    if not isinstance(bias, At):
        return reading.check(number, product.value, product.index)
    other = reading.need(bias.node)
    return (
        None
        if other is None
        else elementwise.joined_refs(reading, number, "add", product, Ref(other.value, other.index[:, None]))
    )


def multiply(reading: Reading, number: int, left: Ref, right: Ref) -> Ref | None:
    """The product of [n, r, k] and [n, k, c] by what the two are."""
    if right.value.part in WEIGHTS:
        return _matrix(reading, number, left, right)
    if left.value.part in WEIGHTS:
        found = _matrix(reading, number, _flipped(right), _flipped(left))
        return None if found is None else _flipped(found)
    left, right = cut(reading, left), cut(reading, right)
    if _feature_axis_is_last(right):
        return _weighted(reading, number, left, right)
    return _dots(reading, number, left, right)


def _flipped(ref: Ref) -> Ref:
    return Ref(ref.value, ref.index.transpose(-1, -2))


def _feature_axis_is_last(right: Ref) -> bool:
    """Whether the features of the right operand [n, k, c] run along c, as those of values do, and not along k."""
    index = right.index
    if index.shape[1] < 2 or index.shape[2] < 2:
        return index.shape[1] >= 2
    return bool((index[0, 0, 1] - index[0, 0, 0]).abs() < (index[0, 1, 0] - index[0, 0, 0]).abs())


def _matrix(reading: Reading, number: int, left: Ref, right: Ref) -> Ref | None:
    """Tokens [n, r, k] by a weight [n, k, c]."""
    found = tokens(reading, number, left)
    if found is None:
        return None
    value, token = found  # token: [n, r]
    places = right.index.transpose(1, 2)  # [n, c, k]
    batch, out = places.shape[0], places.shape[1]
    if batch == 1 or bool((places == places[:1]).all()):
        data, column = places[0], whole((out,))[None, None]
    elif bool((token == token[:1]).all()):
        data, column = places.reshape(batch * out, -1), whole((batch, out))[:, None]
    else:
        return None
    value, data = _in_token_order(reading, number, value, data)
    made = reading.values.make("matrix", (value, right.value), {}, number, data=(data.contiguous(),))
    return None if made is None else Ref(made, token[..., None] * len(data) + column)


def _in_token_order(reading: Reading, number: int, value: Value, data: Tensor) -> tuple[Value, Tensor]:
    """Heads merged feature by feature for a matrix that is laid out alike are heads merged head by head."""
    if value.part != "merge" or value.facets["form"] != "interleaved" or bool((data.diff(dim=1) > 0).all()):
        return value, data
    shape = tuple(value.args[0].canon.shape)
    mine, right = merge_places(shape, "interleaved"), merge_places(shape, "token")
    if mine is None or right is None:
        return value, data
    first, wanted = mine.reshape(-1, mine.shape[-1])[0], right.reshape(-1, right.shape[-1])[0]
    order = torch.stack([(first == place).nonzero()[0, 0] for place in wanted])
    if not bool((data[:, order].diff(dim=1) > 0).all()):
        return value, data
    merged = reading.values.make("merge", (value.args[0],), {"form": "token"}, number)
    return (value, data) if merged is None else (merged, data[:, order])


def tokens(reading: Reading, number: int, left: Ref) -> tuple[Value, Tensor] | None:
    """The value whose tokens the rows [n, r, k] are, and which token each row is; heads are merged."""
    value, width = left.value, left.index.shape[-1]
    if value.canon.dim() and value.canon.shape[-1] == width:
        start = left.index[..., 0]
        if bool((start % width == 0).all()) and bool(
            (left.index == start[..., None] + torch.arange(width)).all()
        ):
            return value, start // width
    small = cut(reading, left)
    if small.value is not value:
        return tokens(reading, number, small)
    return _merged(reading, number, left)


def _merged(reading: Reading, number: int, left: Ref) -> tuple[Value, Tensor] | None:
    value, width = left.value, left.index.shape[-1]
    shape = tuple(value.canon.shape)
    if len(shape) > 2:
        for form in SPLITS:
            places = merge_places(shape, form)
            if places is None or places.shape[-1] != width:
                continue
            row = _rows(places.reshape(-1, width), left.index.reshape(-1, width))
            if row is not None:
                merged = reading.values.make("merge", (value,), {"form": form}, number)
                return None if merged is None else (merged, row.reshape(left.index.shape[:-1]))
    if left.index.numel() != value.canon.numel():
        return None
    return _arranged(reading, number, left)


def _arranged(reading: Reading, number: int, left: Ref) -> tuple[Value, Tensor] | None:
    """Features from all over: the tokens are taken as they come."""
    value, width = left.value, left.index.shape[-1]
    rows = left.index.numel() // width
    lead = next(
        (
            ref.value.canon.shape[:2]
            for ref in reading.refs
            if ref is not None and ref.value.part == Leaf.INPUT and ref.value.canon.dim() == 3
        ),
        (),
    )
    shape = (*lead, width) if lead and lead[0] * lead[1] == rows else (rows, width)
    data = (left.index.reshape(shape).contiguous(),)
    part, facets = ("merge", {"form": "other"}) if value.part == "weighted" else ("arrange", {})
    arranged = reading.values.make(part, (value,), facets, number, data=data)
    return None if arranged is None else (arranged, whole(left.index.shape[:-1]))


def _rows(table: Tensor, wanted: Tensor) -> Tensor | None:
    """For each wanted row its number in the table, both of distinct places; None where one is not there."""
    order = table[:, 0].argsort()
    at = torch.searchsorted(table[order, 0].contiguous(), wanted[:, 0].contiguous())
    row = order[at.clamp(max=len(order) - 1)]
    return row if torch.equal(table[row], wanted) else None


def _dots(reading: Reading, number: int, left: Ref, right: Ref) -> Ref | None:
    """Queries [n, r, k] and keys [n, k, c]; a scale of either is taken out."""
    (query, first), (key, second) = unscaled(left), unscaled(_flipped(right))
    each = query.index.shape[-1]
    heads = _head_count(query, each)
    if heads == 0 or _head_count(key, each) != heads:
        return None
    for query_form, key_form in ((a, b) for a in SPLITS for b in SPLITS):
        batch, other = _heads_at(query, heads, query_form), _heads_at(key, heads, key_form)
        if batch is None or other is None or not torch.equal(batch, other):
            continue
        facets = {"heads": heads, "query": query_form, "key": key_form}
        made = reading.values.make("dots", (query.value, key.value), facets, number)
        if made is not None:
            size = whole(made.canon.shape[-2:])
            ref = Ref(made, batch[:, None, None] * size.numel() + size)
            factor = first * second
            return ref if factor == 1 else elementwise.scaled(reading, number, ref, factor)
    return None


def _weighted(reading: Reading, number: int, left: Ref, right: Ref) -> Ref | None:
    """Weights [n, r, k] and values [n, k, c]."""
    (value, factor), weights = unscaled(right), left
    shape = weights.value.canon.shape
    if weights.value.canon.dim() < 2:
        return None
    table = whole(shape).reshape(-1, *shape[-2:])
    heads = _head_count(value, value.index.shape[-1])
    if heads == 0:
        return None
    for transposed in (False, True):
        batch = _batches(table.mT if transposed else table, weights.index)
        if batch is None:
            continue
        for form in SPLITS:
            other = _heads_at(value, heads, form)
            if other is None or not torch.equal(batch, other):
                continue
            facets = {"heads": heads, "value": form, "transposed": transposed}
            made = reading.values.make("weighted", (weights.value, value.value), facets, number)
            if made is not None:
                size = whole(made.canon.shape[-2:])
                ref = Ref(made, batch[:, None, None] * size.numel() + size)
                return ref if factor == 1 else elementwise.scaled(reading, number, ref, factor)
    return None


def unscaled(ref: Ref) -> tuple[Ref, float]:
    """What was scaled, and by how much."""
    factor, value = 1.0, ref.value
    while value.part == "scale":
        factor *= value.facets["factor"]
        value = value.args[0]
    return Ref(value, ref.index), factor


def _head_count(ref: Ref, each: int) -> int | None:
    """How many heads of this width share the features; None for one that has them all, 0 where they cannot."""
    if ref.value.canon.dim() < 2:
        return 0
    width = ref.value.canon.shape[-1]
    return None if width == each else 0 if width % each else width // each


def _heads_at(ref: Ref, heads: int | None, form: str) -> Tensor | None:
    """For each batch [n] of [n, S, Dh] which head (of which sample) it is, in a split of this form."""
    places = split_places(tuple(ref.value.canon.shape), heads, form)
    return None if places is None else _batches(places.reshape(-1, *places.shape[-2:]), ref.index)


def _batches(table: Tensor, wanted: Tensor) -> Tensor | None:
    if table.shape[1:] != wanted.shape[1:]:
        return None
    return _rows(table.flatten(1), wanted.flatten(1))
