"""Reads tables: embeddings of ids, sinusoids of positions."""

from __future__ import annotations

from itertools import product

import torch
from torch import Tensor

from grader.authoring.parts import embedding as tables
from grader.domain.graph import At, Leaf
from grader.explain.reading import Reading, whole
from grader.explain.value import Ref, near
from grader.explain.views import name_of

OPERATIONS = frozenset(("embedding",))
FLOAT32 = 1e-5
"""A table of positions is mostly made in float32."""


def read(reading: Reading, number: int) -> Ref | None:
    """Rows of a table, by ids."""
    node = reading.node(number)
    arguments = [a.node for a in node.args[:2] if isinstance(a, At)]
    refs = [reading.need(n) for n in arguments]
    if len(refs) != 2 or refs[0] is None or refs[1] is None:
        return None
    return _rows(reading, number, refs[0], refs[1])


def indexed(reading: Reading, number: int) -> Ref | None:
    """Rows of a parameter that ids of the call pick: table[ids]."""
    node = reading.node(number)
    if name_of(node) != "index" or not isinstance(node.args[0], At) or not isinstance(node.args[1], tuple):
        return None
    picks = [a for a in node.args[1] if isinstance(a, At)]
    table = reading.ref(node.args[0].node)
    ids = reading.ref(picks[0].node) if len(picks) == len(node.args[1]) == 1 else None
    if table is None or ids is None or table.value.part != Leaf.PARAMETER or ids.value.part != Leaf.INPUT:
        return None
    return _rows(reading, number, table, ids)


def _rows(reading: Reading, number: int, table: Ref, ids: Ref) -> Ref | None:
    if not table.full or not ids.full or ids.value.canon.dtype is not torch.int64:
        return None
    made = reading.values.make("embedding", (ids.value, table.value), {}, number)
    return None if made is None else reading.check(number, made, whole(made.canon.shape))


def positions(reading: Reading, number: int, ref: Ref) -> Ref | None:
    """A table [.., S, D] that is one of the known tables of positions."""
    shape = tuple(n for n in ref.index.shape if n != 1)
    if len(shape) != 2 or shape[1] % 2 or ref.value.part not in (Leaf.CONSTANT, Leaf.BUFFER, Leaf.PARAMETER):
        return None
    table: Tensor = ref.read().reshape(shape).double()
    if float(table.abs().max()) > 1 + FLOAT32:
        return None
    for chosen in product(*tables.KINDS.values()):
        facets = dict(zip(tables.KINDS, chosen, strict=True))
        if near(table, tables.positions(*shape, facets), FLOAT32):
            sizes = {"length": shape[0], "dim": shape[1]}
            made = reading.values.make("positions", (), {**facets, **sizes}, number, canon=table)
            return None if made is None else Ref(made, whole(shape).reshape(ref.index.shape))
    return None
