"""Operations that only place entries anew: what they do to a tensor is done to the places of its entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from grader.domain.graph import At, Node

TensorOf = Callable[[int], Tensor | None]

SAME = frozenset(
    [
        "clone",
        "contiguous",
        "detach",
        "alias",
        "lift_fresh",
        "lift_fresh_copy",
        "_to_copy",
        "positive",
        "resolve_conj",
        "resolve_neg",
        "dropout",
    ]
)
RESHAPES = frozenset(["view", "_unsafe_view", "reshape", "_reshape_alias"])
PLACES = (
    SAME
    | RESHAPES
    | frozenset(
        [
            "permute",
            "transpose",
            "t",
            "unsqueeze",
            "squeeze",
            "expand",
            "select",
            "slice",
            "split",
            "split_with_sizes",
            "unbind",
            "chunk",
            "diagonal",
            "unfold",
            "flip",
            "roll",
            "repeat",
            "index_select",
            "index",
            "cat",
            "stack",
            "unsafe_split",
            "unsafe_chunk",
            "repeat_interleave",
            "tile",
            "rot90",
        ]
    )
)
"""Names of operations of aten that may be done again: nothing else of what a submission names is ever run."""


def name_of(node: Node) -> str:
    """The operation's bare name: "add" for aten.add_.Tensor."""
    parts = node.op.split(".")
    return parts[1].removesuffix("_") if len(parts) > 1 and parts[0] == "aten" else node.op


def replay(node: Node, tensor_of: TensorOf, value_of: TensorOf) -> Tensor | None:
    """What a placing operation makes of other tensors in the place of its own; None where it cannot be done.

    `tensor_of` gives those that are placed, `value_of` what says where (the indices of an index).
    """
    name = name_of(node)
    if name not in PLACES or node.op.split(".")[1].endswith("_"):
        return None
    if name in ("index", "index_select"):
        rest = _filled(node.args[1:], value_of)
        first = _filled(node.args[:1], tensor_of)
        args = None if rest is None or first is None else [*first, *rest]
    else:
        args = _filled(node.args, tensor_of)
    if not args:
        return None
    source: Tensor = args[0]
    if name in SAME:
        return source
    try:
        if name in RESHAPES:
            return source.reshape(node.shape)
        if name == "expand":
            return source.expand(node.shape)
        packet = getattr(torch.ops.aten, name)
        out = getattr(packet, node.op.split(".")[2])(*args)
    except (RuntimeError, TypeError, ValueError, AttributeError, IndexError):
        return None
    found = out[node.output] if isinstance(out, (tuple, list)) else out
    return found if isinstance(found, Tensor) and tuple(found.shape) == node.shape else None


def _filled(args: Any, tensor_of: Callable[[int], Tensor | None]) -> list[Any] | None:
    filled: list[Any] = []
    for arg in args:
        if isinstance(arg, At):
            arg = tensor_of(arg.node)
            if arg is None:
                return None
        elif isinstance(arg, tuple):
            arg = _filled(arg, tensor_of)
            if arg is None:
                return None
        filled.append(arg)
    return filled
