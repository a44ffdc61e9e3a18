"""How nodes get names: for each kind of step a reader, asked in turn."""

from __future__ import annotations

from grader.domain.graph import Leaf
from grader.explain.readers import (
    contraction,
    dropouts,
    elementwise,
    fused,
    grouping,
    lengths,
    made_masks,
    masks,
    norms,
    softmax,
    summaries,
    tables,
)
from grader.explain.reading import LIKE, RANDOM, Reading, whole
from grader.explain.value import Ref
from grader.explain.views import PLACES, name_of

NEGATIONS = frozenset(("bitwise_not", "logical_not"))


def name(reading: Reading, number: int) -> Ref | None:
    """The name of a node whose sources were named before; None where it is a step on the way to something."""
    node = reading.node(number)
    if reading.asked & (made_masks.ASKED | lengths.ASKED):
        return _wanted(reading, number)
    if node.op in tuple(Leaf):
        return _leaf(reading, number)
    op = name_of(node)
    if op in RANDOM:
        return _constant(reading, number, "random")
    if op in LIKE:
        return _constant(reading, number, Leaf.CONSTANT)
    if node.within:
        # what a given callable does inside is its own affair
        return reading.placed(number) if op in PLACES else None
    for source in node.sources:
        if reading.node(source).within and reading.ref(source) is None:
            reading.need(source)
    if op in NEGATIONS:
        return elementwise.negation(reading, number)
    sources = [reading.ref(n) for n in node.sources]
    if all(ref is not None and ref.value.part in (Leaf.CONSTANT, "random") for ref in sources):
        random = any(ref is not None and ref.value.part == "random" for ref in sources)
        return _constant(reading, number, "random" if random else Leaf.CONSTANT)
    if op in PLACES:
        special = tables.indexed(reading, number) or elementwise.cast(reading, number)
        return special or _picked(reading, number) or grouping.read(reading, number)
    if op in tables.OPERATIONS:
        return tables.read(reading, number)
    if op in contraction.OPERATIONS:
        return contraction.read(reading, number)
    if op in softmax.OPERATIONS:
        return softmax.read(reading, number)
    if op in fused.OPERATIONS:
        return fused.read(reading, number)
    if op == "nan_to_num":
        return masks.without_nan(reading, number) or _cluster(reading, number)
    if op in ("copy", "changed"):
        return elementwise.copied(reading, number)
    return _cluster(reading, number)


def _wanted(reading: Reading, number: int) -> Ref | None:
    """Where made masks or lengths are asked for, nothing else is looked for: few numbers would be much by chance."""
    masks_are_made = bool(reading.asked & made_masks.ASKED)
    found = made_masks.read(reading, number) if masks_are_made else lengths.read(reading, number)
    if found is not None:
        return found
    if reading.node(number).op in tuple(Leaf):
        return _leaf(reading, number)
    return reading.placed(number) if name_of(reading.node(number)) in PLACES else None


def _picked(reading: Reading, number: int) -> Ref | None:
    """What places entries anew; one position of a sequence may be a way of pooling it."""
    ref = reading.placed(number)
    if ref is None or name_of(reading.node(number)) not in ("select", "index"):
        return ref
    return summaries.read(reading, number, [ref.value]) or ref


def _leaf(reading: Reading, number: int) -> Ref | None:
    node = reading.node(number)
    if node.value is None:
        return None
    facets = {} if node.op == Leaf.CONSTANT else {"name": node.name}
    data = number if node.op == Leaf.CONSTANT else None
    value = reading.values.make(node.op, (), facets, number, data=data, canon=node.value)
    return None if value is None else Ref(value, whole(node.shape))


def _constant(reading: Reading, number: int, part: str) -> Ref | None:
    tensor = reading.tensor(number)
    if tensor is None:
        return None
    value = reading.values.make(part, (), {}, number, data=number, canon=tensor)
    return None if value is None else Ref(value, whole(tensor.shape))


def _cluster(reading: Reading, number: int) -> Ref | None:
    """A step that is seen by its result alone: whatever operations it took, from the values that they started from."""
    tensor = reading.tensor(number)
    if tensor is None or not tensor.is_floating_point():
        return None
    for depth, found in enumerate(reading.frontiers(number)):
        parts = {value.part for value in found}
        ref = masks.read(reading, number, found)
        if ref is None and "random" in parts:
            ref = dropouts.read(reading, number, found)
        if ref is None:
            ref = norms.read(reading, number, found) or softmax.by_hand(reading, number, found)
        if ref is None:
            ref = summaries.read(reading, number, found)
        if ref is None:
            ref = elementwise.activation(reading, number, found, direct=depth == 0)
        if ref is not None:
            return ref
        if depth == 0:
            plain = elementwise.joined(reading, number)
            if plain is not None and not elementwise.may_be_more(plain.value):
                return plain
    return elementwise.joined(reading, number)
