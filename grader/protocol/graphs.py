"""A call's graph as a frame: its nodes as JSON in one tensor of bytes, the values beside it."""

from __future__ import annotations

import json
from typing import Any

import torch
from torch import Tensor

from grader.domain.case import Raised, Value
from grader.domain.graph import At, Graph, Leaf, Node
from grader.protocol.codec import DTYPES, ProtocolViolation

NODES_LIMIT = 1500
SIZE_LIMIT = 65536
"""No tensor of a graph has more entries than this."""
JSON_LIMIT_BYTES = 2 * 1024 * 1024


def pack(graph: Graph) -> Value:
    """The graph as values of a frame."""
    rows: list[Any] = []
    values: list[Tensor] = []
    for node in graph.nodes:
        place = None
        if node.value is not None:
            place = len(values)
            values.append(node.value)
        named = [[key, _packed(value)] for key, value in node.kwargs.items()] if node.kwargs else []
        rows.append(
            [
                node.op,
                list(node.shape),
                node.dtype,
                place,
                _packed(node.args),
                named,
                node.output,
                node.name,
                node.line,
                node.cell,
                node.graded,
            ]
        )
    text = json.dumps([rows, [list(output) for output in graph.outputs]]).encode()
    return {
        "nodes": torch.frombuffer(bytearray(text), dtype=torch.uint8),
        "values": tuple(values),
        "raised": graph.raised,
        "whole": graph.whole,
    }


def unpack(found: Value) -> Graph:
    """The graph of a reply; ProtocolViolation if it is none: nothing in it is trusted."""
    try:
        text, values, raised = found["nodes"], found["values"], found["raised"]
        if text.dtype is not torch.uint8 or text.numel() > JSON_LIMIT_BYTES:
            raise ProtocolViolation("malformed graph")
        rows, outputs = json.loads(bytes(text.numpy().tobytes()))
        if len(rows) > NODES_LIMIT or not isinstance(values, tuple) or not all(map(_is_value, values)):
            raise ProtocolViolation("a graph that is too large")
        nodes = tuple(_node(number, row, values) for number, row in enumerate(rows))
        ends = tuple((str(label), _number(at, len(nodes))) for label, at in outputs)
        told = raised if isinstance(raised, Raised) else None
        return Graph(nodes, ends, told, bool(found["whole"]))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ProtocolViolation(f"malformed graph: {type(error).__name__}") from error


def _packed(value: Any) -> Any:
    if isinstance(value, At):
        return {"@": value.node}
    if isinstance(value, tuple):
        return [_packed(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return str(value)
    return value


def _unpacked(value: Any, number: int) -> Any:
    if isinstance(value, dict):
        return At(_number(value["@"], number))
    if isinstance(value, list):
        return tuple(_unpacked(item, number) for item in value)
    return value


def _number(value: Any, below: int) -> int:
    """A node's number, of one that came before."""
    if type(value) is not int or not 0 <= value < below:
        raise ProtocolViolation("a graph that refers to what it does not have")
    return value


def _node(number: int, row: Any, values: tuple[Tensor, ...]) -> Node:
    op, shape, dtype, place, args, named, output, name, line, cell, graded = row
    value = None if place is None else values[_number(place, len(values))]
    sizes = tuple(int(size) for size in shape)
    if dtype not in DTYPES or any(size < 0 for size in sizes) or torch.Size(sizes).numel() > 2**28:
        if value is not None:
            raise ProtocolViolation("a value of an unknown form")
    if value is not None and (tuple(value.shape) != sizes or value.dtype is not DTYPES[dtype]):
        raise ProtocolViolation("a value of another form than its node")
    known = {leaf.value: leaf for leaf in Leaf}
    return Node(
        known.get(str(op), str(op)[:80]),
        sizes,
        str(dtype)[:20],
        value,
        _unpacked(args, number),
        {str(key): _unpacked(item, number) for key, item in named},
        int(output),
        str(name)[:200],
        line if type(line) is int else None,
        cell if type(cell) is int else None,
        bool(graded),
    )


def _is_value(value: object) -> bool:
    return isinstance(value, Tensor) and value.device.type == "cpu" and value.numel() <= SIZE_LIMIT
