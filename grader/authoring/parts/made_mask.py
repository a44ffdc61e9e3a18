"""Masks as they are made: of token ids, of a length, of two masks; how they are laid out, in which type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts.part import Facets, Part

WHO = ("pad id", "other id", "after the length", "trailing run")
"""Which positions count as padding, the right ones first."""
TRIANGLES: Mapping[str, Callable[[Tensor], Tensor]] = {
    "later": lambda ones: ones.triu(1),
    "later and itself": lambda ones: ones.triu(0),
    "later but the next": lambda ones: ones.triu(2),
    "earlier": lambda ones: ones.tril(-1),
    "earlier and itself": lambda ones: ones.tril(0),
}
"""Which keys a causal mask blocks, the right ones first."""
SIGNS = {
    "later": "> query",
    "later and itself": ">= query",
    "later but the next": "> query + 1",
    "earlier": "< query",
    "earlier and itself": "<= query",
}
JOINS: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
    "xor": lambda a, b: a ^ b,
    "nor": lambda a, b: ~(a | b),
    "nand": lambda a, b: ~(a & b),
    "only the first": lambda a, b: a & ~b,
    "only the second": lambda a, b: b & ~a,
}
"""What two masks become, the right one first."""
BLOCKS = ("keys", "queries or keys", "queries and keys")
AXES_LIMIT = 5


def _padding(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """ids: [B, S] int64, pad_id: [] -> [B, S] bool; `data` is the id that is compared with instead."""
    ids, pad = tensors
    is_pad = ids == (data if facets["who"] == "other id" else pad)
    if facets["who"] == "after the length":
        is_pad = torch.arange(ids.shape[1]) >= (~is_pad).sum(1, keepdim=True)
    elif facets["who"] == "trailing run":
        is_pad = is_pad.long().flip(1).cumprod(1).flip(1).bool()
    return ~is_pad if facets["polarity"] == "kept" else is_pad


def _causal(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """size: [] -> [T, T] bool, queries by keys."""
    size = int(tensors[0])
    return TRIANGLES[facets["who"]](torch.ones(size, size, dtype=torch.bool))


def _union(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """Two bool masks that broadcast -> what blocks where `how` says."""
    return _typed(JOINS[facets["how"]](*tensors), facets["kind"], data)


def _typed(mask: Tensor, kind: str, fill: Any) -> Tensor:
    """The mask as truth values, as 0 and 1, or as what is added to scores; `fill` stands for True in that one."""
    if kind == "additive":
        return torch.zeros(mask.shape, dtype=torch.float64).masked_fill(mask, fill)
    return mask if kind == "bool" else mask.double()


def layouts(content: Tensor, shape: Sequence[int]) -> Iterator[tuple[str, str, Tensor]]:
    """How [B, S] or [T, T] bool may lie in a tensor of this shape: (axes, what is blocked, the tensor).

    In `axes` Q is an axis of queries that all see the same.
    """
    rows, columns = content.shape
    if len(shape) > AXES_LIMIT:
        return
    square = rows == columns
    for i, j in permutations(range(len(shape)), 2):
        if (shape[i], shape[j]) != (rows, columns) or (square and i > j):
            continue
        names = ["1" if n == 1 else "Q" if n == columns else str(n) for n in shape]
        names[i], names[j] = ("T", "T") if square else ("B", "S")
        keys = _spread(content, i, j, shape)
        yield f"[{', '.join(names)}]", "keys", keys
        for q in (at for at, name in enumerate(names[:j]) if name == "Q"):
            queries = _spread(content, i, q, shape)
            yield f"[{', '.join(names)}]", "queries or keys", keys | queries
            yield f"[{', '.join(names)}]", "queries and keys", keys & queries


def _spread(content: Tensor, row: int, column: int, shape: Sequence[int]) -> Tensor:
    own = [1] * len(shape)
    own[row], own[column] = content.shape
    placed = content if row < column else content.mT
    return placed.reshape(own).expand(tuple(shape))


def _laid(facets: Facets, tensors: Sequence[Tensor], data: Any) -> Tensor:
    """The mask of this layout and type; `data` is what stands for True in an additive mask."""
    rows, columns = tensors[0].shape
    sizes = {"1": 1, "B": rows, "S": columns, "T": rows, "Q": columns}
    names = facets["axes"].strip("[]").split(", ")
    shape = [sizes.get(name) or int(name) for name in names]
    wanted = facets["axes"], facets["blocks"]
    for axes, blocks, mask in layouts(tensors[0], shape):
        if (axes, blocks) == wanted:
            return _typed(mask, facets["kind"], data)
    raise RuntimeError("no such layout of this mask")


def _write_padding(facets: Facets, args: Sequence[str]) -> str:
    sign = "!=" if facets["polarity"] == "kept" else "=="
    told = {
        "pad id": f"{args[0]} {sign} {args[1]}",
        "other id": f"{args[0]} {sign} {facets.get('id')}",
        "after the length": f"positions from count({args[0]} != {args[1]}) on",
        "trailing run": f"the last run of {args[1]} in {args[0]}",
    }[facets["who"]]
    return told if facets["who"] in WHO[:2] or facets["polarity"] == "blocked" else f"not {told}"


def _write_laid(facets: Facets, args: Sequence[str]) -> str:
    blocks = "" if facets["blocks"] == "keys" else f" for {facets['blocks']}"
    return f"{args[0]} as {facets['kind']} {facets['axes']}{blocks}"


PARTS: Mapping[str, Part] = {
    "padding": Part(_padding, _write_padding, {"who": "pad id", "polarity": "blocked"}),
    "causal": Part(_causal, lambda facets, args: f"key {SIGNS[facets['who']]}", {"who": "later"}),
    "union": Part(
        _union,
        lambda facets, args: f"{args[0]} {facets['how']} {args[1]}",
        {"how": "or", "kind": "bool"},
        swaps=True,
    ),
    "laid": Part(_laid, _write_laid, {"axes": "[B, 1, 1, S]", "blocks": "keys", "kind": "bool"}),
}
