"""A call's graph as values of a frame: its nodes as JSON in one tensor of bytes, the tensors beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from grader.domain.case import Raised, Value
from grader.domain.graph import At, Graph, Leaf, Node
from grader.domain.plain_text import cleaned, is_clean
from grader.protocol.frame_limits import DTYPES, INTEGER_LIMIT, LINE_LIMIT
from grader.protocol.packer import described_instead
from grader.protocol.violation import DATA_FAULTS, ProtocolViolation

NODES_LIMIT = 1500
SIZE_LIMIT = 65536
"""No tensor of a graph has more entries than this."""

JSON_LIMIT_BYTES = 512 * 1024
WORD_LIMIT = 200
AXES_LIMIT = 64
OUTPUTS_LIMIT = 256
ARGUMENTS_DEPTH_LIMIT = 6

_LEAVES: Mapping[str, Leaf] = {leaf.value: leaf for leaf in Leaf}


def pack(graph: Graph) -> dict[str, Value]:
    """The graph as values of a frame: as many of its first nodes as fit, without values that cannot cross."""
    nodes = graph.nodes[:NODES_LIMIT]
    text, values = _written(graph, nodes)
    while len(text) > JSON_LIMIT_BYTES:
        nodes = nodes[: len(nodes) // 2]
        text, values = _written(graph, nodes)
    return {
        "nodes": torch.frombuffer(bytearray(text), dtype=torch.uint8),
        "values": tuple(values),
        "raised": graph.raised,
        "whole": graph.whole and len(nodes) == len(graph.nodes),
    }


def unpack(nodes: Value, values: Value, raised: Value, whole: Value) -> Graph:
    """The graph of a reply; ProtocolViolation if it is none: nothing in it is trusted."""
    if not isinstance(nodes, Tensor) or nodes.dtype is not torch.uint8 or nodes.numel() > JSON_LIMIT_BYTES:
        raise ProtocolViolation("malformed graph")
    if not isinstance(values, tuple) or not all(map(_is_value, values)):
        raise ProtocolViolation("malformed values of a graph")
    if not (raised is None or isinstance(raised, Raised)) or type(whole) is not bool:
        raise ProtocolViolation("malformed graph")
    try:
        rows, outputs = json.loads(nodes.numpy().tobytes())
        if len(rows) > NODES_LIMIT or len(outputs) > OUTPUTS_LIMIT:
            raise ProtocolViolation("a graph that is too large")
        found = tuple(_node(number, row, values) for number, row in enumerate(rows))
        ends = tuple((_word(label), _number(at, len(found))) for label, at in outputs)
    except DATA_FAULTS as error:
        raise ProtocolViolation(f"malformed graph: {type(error).__name__}") from error
    return Graph(found, ends, raised, whole)


def _written(graph: Graph, nodes: Sequence[Node]) -> tuple[bytes, list[Tensor]]:
    values: list[Tensor] = []
    rows = [_row(node, values) for node in nodes]
    ends = [[cleaned(label)[:WORD_LIMIT], at] for label, at in graph.outputs if at < len(nodes)]
    return json.dumps([rows, ends[:OUTPUTS_LIMIT]], separators=(",", ":")).encode(), values


def _row(node: Node, values: list[Tensor]) -> list[Any]:
    place = None
    if node.value is not None and described_instead(node.value) is None:
        place = len(values)
        values.append(node.value)
    named = [[_cut(key), _packed(value)] for key, value in node.kwargs.items()] if node.kwargs else []
    shape, line, cell = list(node.shape), _line(node.line), _line(node.cell)
    return [
        _cut(node.op), shape, node.dtype, place, _packed(node.args), named, node.output, _cut(node.name), line, cell,
        node.graded, _cut(node.within),
    ]  # fmt: skip


def _cut(text: str) -> str:
    return cleaned(str(text))[:WORD_LIMIT]


def _line(number: int | None) -> int | None:
    return number if number is not None and 0 <= number < LINE_LIMIT else None


def _packed(value: Any, depth: int = 0) -> Any:
    if isinstance(value, At):
        return {"@": value.node}
    if isinstance(value, tuple):
        inner = depth < ARGUMENTS_DEPTH_LIMIT
        return [_packed(item, depth + 1) for item in value] if inner else "nested too deep"
    if isinstance(value, str) or (type(value) is int and abs(value) >= INTEGER_LIMIT):
        return _cut(value if isinstance(value, str) else hex(value))
    return value


def _unpacked(value: Any, number: int, depth: int = 0) -> Any:
    if isinstance(value, dict):
        ((_, node),) = value.items()
        return At(_number(node, number))
    if isinstance(value, list) and depth <= ARGUMENTS_DEPTH_LIMIT:
        return tuple(_unpacked(item, number, depth + 1) for item in value)
    if isinstance(value, str):
        return _word(value)
    if type(value) is int and not abs(value) < INTEGER_LIMIT:
        raise ProtocolViolation("a graph with an integer beyond 64 bits")
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise ProtocolViolation("a graph with a malformed argument")


def _number(value: Any, below: int) -> int:
    """A whole number from 0 up to, not including, `below`: a node's, of one that came before."""
    if type(value) is not int or not 0 <= value < below:
        raise ProtocolViolation("a graph that refers to what it does not have")
    return value


def _word(value: Any) -> str:
    if type(value) is not str or len(value) > WORD_LIMIT or not is_clean(value):
        raise ProtocolViolation("a graph with a malformed text")
    return value


def _node(number: int, row: Any, values: tuple[Tensor, ...]) -> Node:
    op, shape, dtype, place, args, named, output, name, line, cell, graded, within = row
    sizes = tuple(_number(size, INTEGER_LIMIT) for size in shape)
    value = None if place is None else values[_number(place, len(values))]
    if len(sizes) > AXES_LIMIT or type(graded) is not bool or not isinstance(args, list):
        raise ProtocolViolation("malformed node of a graph")
    if value is not None and (tuple(value.shape) != sizes or value.dtype is not DTYPES.get(dtype)):
        raise ProtocolViolation("a value of another form than its node")
    return Node(
        _LEAVES.get(_word(op), op),
        sizes,
        _word(dtype),
        value,
        _unpacked(args, number),
        {_word(key): _unpacked(item, number) for key, item in named},
        _number(output, LINE_LIMIT),
        _word(name),
        None if line is None else _number(line, LINE_LIMIT),
        None if cell is None else _number(cell, LINE_LIMIT),
        graded,
        _word(within),
    )


def _is_value(value: object) -> bool:
    return isinstance(value, Tensor) and value.device.type == "cpu" and value.numel() <= SIZE_LIMIT
