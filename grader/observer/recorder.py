"""Records what a call does below autograd: each value, what it was made of, on which of the learner's lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from grader.domain.graph import At, Graph, Leaf, Node
from grader.protocol.graphs import NODES_LIMIT, SIZE_LIMIT

BYTES_LIMIT = 16 * 1024 * 1024
NUMBERS_LIMIT = 64
"""No longer list of numbers is recorded as what a call returned."""
ROOM = 200
"""Nodes that are kept for an operation's own inputs and outputs."""
PROPS = "course/props/"
"""Where the names of files begin that the course gives to be called."""
UNFILLED = ("aten.empty", "aten.new_empty")
"""What begins so makes a tensor whose entries are what was left in memory: they are recorded as zeros."""
_CELL = re.compile(r", cell (\d+)$")
_Key = tuple[Any, ...]


class Recorder(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base is untyped
    """Sees every operation that runs inside it. `take_leaves` names what the call starts from, before it runs."""

    def __init__(self, files: frozenset[str]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # torch's base is untyped
        self.files = files
        self.nodes: list[Node] = []
        self.whole = True
        self._bytes = 0
        self._places: dict[_Key, tuple[int, int]] = {}
        self._changes: dict[int, tuple[int, int]] = {}
        self._alive: list[Tensor] = []
        self._calls: list[FrameType] = []

    @classmethod
    def _should_skip_dynamo(cls) -> bool:  # True would import torch._dynamo at the first operation: seconds
        return False

    def take_leaves(self, module: Any, inputs: Mapping[str, Tensor]) -> None:
        """Note the call's tensors and, of a module, its parameters and buffers; one object has one node."""
        for name, tensor in inputs.items():
            self._add(tensor, Node(Leaf.INPUT, name=name, **_form(tensor)))
        if isinstance(module, nn.Module):
            for path, parameter in module.named_parameters():
                self._add(parameter, Node(Leaf.PARAMETER, name=path, **_form(parameter)))
            for path, buffer in module.named_buffers():
                self._add(buffer, Node(Leaf.BUFFER, name=path, **_form(buffer)))

    def graph(self, out: Any) -> Graph:
        """What was recorded of a call that returned `out`."""
        numbers = _numbers(out)
        if numbers is not None:
            tensors = tuple(At(self._find(item)) for item in out if isinstance(item, Tensor))
            end = self._add(numbers, Node(Leaf.NUMBERS, args=tensors, **_form(numbers)))
            return Graph(tuple(self.nodes), (("", end),), whole=self.whole)
        found = [(label, self._find(tensor)) for label, tensor in _tensors(out)]
        return Graph(tuple(self.nodes), tuple(found), whole=self.whole)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        named = kwargs or {}
        if len(self.nodes) >= NODES_LIMIT - ROOM:
            self.whole = False
            return func(*args, **named)
        made_of = self._plain(args), {key: self._plain(value) for key, value in named.items()}
        out = func(*args, **named)
        schema = func._schema
        line, cell, within = self._learners_place()
        changed = schema.is_mutable
        viewed = not changed and any(r.alias_info is not None for r in schema.returns)
        for index, tensor in enumerate(out if isinstance(out, (tuple, list)) else (out,)):
            if isinstance(tensor, Tensor):
                unfilled = str(func).startswith(UNFILLED)
                form = _form(torch.zeros_like(tensor) if unfilled else tensor, viewed=viewed)
                node = Node(
                    str(func),
                    args=made_of[0],
                    kwargs=made_of[1],
                    output=index,
                    line=line,
                    cell=cell,
                    graded=torch.is_grad_enabled(),
                    within=within,
                    **form,
                )
                self._add(tensor, node, changed=changed)
        return out

    def _add(self, tensor: Tensor, node: Node, *, changed: bool = False) -> int:
        size = 0 if node.value is None else node.value.numel() * node.value.element_size()
        if self._bytes + size > BYTES_LIMIT:
            self.whole, node, size = False, Node(**{**vars(node), "value": None}), 0
        self._bytes += size
        self.nodes.append(node)
        number, store = len(self.nodes) - 1, _store(tensor)
        if changed:
            self._changes[store] = self._changes.get(store, (0, 0))[0] + 1, number
        self._places[_key(tensor)] = number, self._changes.get(store, (0, 0))[0]
        self._alive.append(tensor)  # or its place in memory may be given to another one
        return number

    def _find(self, tensor: Tensor) -> int:
        """The node of a tensor; a new one where it was made elsewhere, or was changed through another view of it."""
        known, change = self._places.get(_key(tensor)), self._changes.get(_store(tensor), (0, 0))
        if known is None:
            return self._add(tensor, Node(Leaf.CONSTANT, **_form(tensor)))
        if known[1] == change[0]:
            return known[0]
        return self._add(tensor, Node("changed", args=(At(known[0]), At(change[1])), **_form(tensor)))

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            return At(self._find(value))
        if isinstance(value, (tuple, list)):
            return tuple(self._plain(item) for item in value)
        if value is None or isinstance(value, (bool, int, float)):
            return value
        return str(value)[:60]

    def _learners_place(self) -> tuple[int | None, int | None, str]:
        """The line, the cell that it counts in where the source is a notebook, and the call of a prop on the way."""
        frame: FrameType | None = sys._getframe(2)
        outer: FrameType | None = None
        while frame is not None:
            name = frame.f_code.co_filename
            if name.startswith(PROPS):
                outer = frame
            elif name in self.files:
                cell = _CELL.search(name)
                return frame.f_lineno, int(cell.group(1)) if cell else None, self._call(outer)
            frame = frame.f_back
        return None, None, self._call(outer)

    def _call(self, frame: FrameType | None) -> str:
        """A name for one call of a prop, the same for all of its operations."""
        if frame is None:
            return ""
        if not any(known is frame for known in self._calls):
            self._calls.append(frame)  # kept, or a later call could pass for this one
        number = next(i for i, known in enumerate(self._calls) if known is frame)
        return f"{type(frame.f_locals.get('self')).__name__} {number}"


def _form(tensor: Tensor, *, viewed: bool = False) -> dict[str, Any]:
    small = tensor.device.type == "cpu" and tensor.numel() <= SIZE_LIMIT and tensor.layout is torch.strided
    value = tensor.detach().clone() if small and not viewed else None
    return {"shape": tuple(tensor.shape), "dtype": str(tensor.dtype).removeprefix("torch."), "value": value}


def _store(tensor: Tensor) -> int:
    return tensor.untyped_storage().data_ptr() or id(tensor)


def _key(tensor: Tensor) -> _Key:
    return (_store(tensor), tensor.storage_offset(), tuple(tensor.shape), tensor.stride(), tensor.dtype)


def _numbers(out: Any) -> Tensor | None:
    """A list of floats, or of tensors that hold one each, as one tensor [n] float64; None for everything else."""
    if type(out) not in (list, tuple) or not 0 < len(out) <= NUMBERS_LIMIT:
        return None
    if not all(type(item) is float or (type(item) is Tensor and _is_number(item)) for item in out):
        return None
    numbers = [float(item.detach()) if isinstance(item, Tensor) else item for item in out]
    return torch.tensor(numbers, dtype=torch.float64)


def _is_number(tensor: Tensor) -> bool:
    return not tensor.dim() and tensor.is_floating_point() and tensor.device.type == "cpu"


def _tensors(out: Any, label: str = "") -> Iterator[tuple[str, Tensor]]:
    if isinstance(out, Tensor):
        yield label, out
    elif isinstance(out, (tuple, list)):
        items: Sequence[Any] = out
        for index, item in enumerate(items):
            yield from _tensors(item, f"{label}.{index}" if label else str(index))
