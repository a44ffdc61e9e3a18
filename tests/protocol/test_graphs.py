"""A graph is read with distrust: nothing in it may cost, refer or say more than an honest one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import torch

from grader.domain.case import Value
from grader.domain.graph import At, Graph, Leaf, Node
from grader.protocol.graphs import JSON_LIMIT_BYTES, NODES_LIMIT, pack, unpack
from grader.protocol.violation import ProtocolViolation

ROW: list[Any] = ["aten.add", [2], "float32", None, [], [], 0, "", 1, None, True]
LEAF = Node(Leaf.INPUT, (2,), "float32", torch.ones(2), name="x")


def _text(found: object) -> torch.Tensor:
    return torch.frombuffer(bytearray(json.dumps(found).encode()), dtype=torch.uint8)


def _row(place: int, value: object) -> list[list[Any]]:
    return [[*ROW[:place], value, *ROW[place + 1 :]]]


def test_a_graph_that_is_too_large_is_cut() -> None:
    """As many nodes as fit cross, outputs among them, and that it is not whole."""
    many = Graph((LEAF,) * (NODES_LIMIT + 5), (("", 3), ("1", NODES_LIMIT + 2)))
    found = unpack(*pack(many).values())
    assert (len(found.nodes), found.outputs, found.whole) == (NODES_LIMIT, (("", 3),), False)
    wordy = replace(LEAF, value=None, kwargs={f"key{i}": "v" * 200 for i in range(20)})
    packed = pack(Graph((wordy,) * 400, ()))
    assert packed["nodes"].numel() <= JSON_LIMIT_BYTES
    assert not unpack(*packed.values()).whole


def test_odd_arguments_of_an_honest_call_cross() -> None:
    """Infinities, huge integers, deep tuples and texts that act arrive in some form."""
    deep: Any = ()
    for _ in range(20):
        deep = (deep,)
    node = replace(LEAF, op="op\x1b", args=(float("-inf"), 2**80, deep, "\ud800", At(0)), name="p" * 500)
    (_, found) = unpack(*pack(Graph((LEAF, node), ())).values()).nodes
    assert found.args[0] == float("-inf")
    assert found.args[-1] == At(0)
    assert found.op.isprintable()


@pytest.mark.parametrize(
    "found",
    [
        [],
        3,
        [[], [], []],
        [[ROW] * (NODES_LIMIT + 1), []],
        [[ROW], [["", 1]]],
        [[ROW], [["", -1]]],
        [[ROW], [["", True]]],
        [[ROW], [["\x1b", 0]]],
        [[ROW[:5]], []],
        [_row(0, "\x1b"), []],
        [_row(0, "o" * 300), []],
        [_row(1, [-1]), []],
        [_row(1, [1] * 65), []],
        [_row(1, [2**70]), []],
        [_row(3, 0), []],
        [_row(3, 5), []],
        [_row(4, [{"@": 0}]), []],
        [_row(4, [{"@": 0, "b": 1}]), []],
        [_row(4, [10**4000]), []],
        [_row(4, [[[[[[[[[[1]]]]]]]]]]), []],
        [_row(4, {}), []],
        [_row(5, [["k"]]), []],
        [_row(8, -1), []],
        [_row(10, 1), []],
    ],
)
def test_a_forged_graph_is_refused(found: Value) -> None:
    """Nodes that refer forward, values of another form, unbounded numbers and texts."""
    with pytest.raises(ProtocolViolation):
        unpack(_text(found), (torch.ones(3),), None, True)


@pytest.mark.parametrize(
    ("nodes", "values", "raised", "whole"),
    [
        (torch.ones(3), (), None, True),
        (None, (), None, True),
        (torch.zeros(JSON_LIMIT_BYTES + 1, dtype=torch.uint8), (), None, True),
        (torch.zeros(3, dtype=torch.uint8), (), None, True),
        (_text([[], []]), [torch.ones(2)], None, True),
        (_text([[], []]), (torch.empty(2, device="meta"),), None, True),
        (_text([[], []]), (torch.zeros(70_000),), None, True),
        (_text([[], []]), (), "raised", True),
        (_text([[], []]), (), None, torch.ones(2)),
    ],
)
def test_forged_parts_are_refused(nodes: Value, values: Value, raised: Value, whole: Value) -> None:
    """Nodes that are no text, values that are no small tensors, flags that are none."""
    with pytest.raises(ProtocolViolation):
        unpack(nodes, values, raised, whole)
