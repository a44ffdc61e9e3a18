"""Walks the graph of a call, giving each value that it can the name of a part applied to named values."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch
from torch import Tensor

from grader.authoring.parts import PARTS
from grader.domain.graph import Graph, Leaf, Node
from grader.explain.value import Ref, Value, Values, near
from grader.explain.views import PLACES, name_of, replay

RANDOM = frozenset(
    [
        "bernoulli",
        "rand",
        "randn",
        "rand_like",
        "randn_like",
        "normal",
        "uniform",
        "native_dropout",
        "randint",
        "random",
    ]
)
LIKE = frozenset(
    [
        "zeros_like",
        "ones_like",
        "full_like",
        "empty_like",
        "new_zeros",
        "new_ones",
        "new_full",
        "new_empty",
        "fill",
        "zero",
        "new_empty_strided",
        "empty_strided",
    ]
)
VECTORS = frozenset((Leaf.INPUT, Leaf.PARAMETER, Leaf.BUFFER, "derived"))
WHOLE = "hole"
"""The part of a value that no known part explains."""


class Reading:
    """What was found of one graph: for each node where its entries stand in an explained value, or None.

    `known` is what the course knows of the draw, `asked` the parts of the asked computations: some readers look
    only for what is asked. `tables` are their forms of this draw, made once.
    """

    def __init__(
        self,
        graph: Graph,
        deadline: float = float("inf"),
        known: Mapping[str, Tensor] = MappingProxyType({}),
        asked: frozenset[str] = frozenset(),
    ) -> None:
        self.graph = graph
        self.known = known
        self.asked = asked
        self.ends = frozenset(number for _, number in graph.outputs)
        self.tables: dict[str, Any] = {}
        self.values = Values()
        self.refs: list[Ref | None] = []
        self.deadline = deadline
        self.losses: list[tuple[dict[str, Any], Tensor | None]] | None = None
        self._tensors: dict[int, Tensor | None] = {}
        self._fronts: list[frozenset[int]] = []

    def read(self, name: Callable[[Reading, int], Ref | None]) -> Reading:
        """Name what `name` can name, in order, and what is returned in any case; returns itself."""
        for number in range(len(self.graph.nodes)):
            if time.process_time() > self.deadline:
                break
            self.refs.append(None)
            self._fronts.append(frozenset())
            self._settle(number, name(self, number))
        for _, number in self.graph.outputs:
            self.need(number)
        return self

    def node(self, number: int) -> Node:
        """The node with this number."""
        return self.graph.nodes[number]

    def ref(self, number: int) -> Ref | None:
        """Where this node's entries stand, None where it has no name."""
        return self.refs[number] if number < len(self.refs) else None

    def tensor(self, number: int) -> Tensor | None:
        """The node's own tensor; of a view it is taken from what it is a view of."""
        if number not in self._tensors:
            node = self.graph.nodes[number]
            found = node.value if node.value is not None else replay(node, self.tensor, self.tensor)
            self._tensors[number] = found
        return self._tensors[number]

    def need(self, number: int) -> Ref | None:
        """The node's name; what has none becomes a value of its own, of which only is known what it was made of."""
        if number >= len(self.refs):
            return None
        if self.refs[number] is None:
            root = self.root(number)
            if self.refs[root] is None:
                self._settle(root, self.hole(root))
            for other in range(root + 1, number + 1):
                if self.refs[other] is None and name_of(self.node(other)) in PLACES:
                    self._settle(other, self.placed(other))
        return self.refs[number]

    def placed(self, number: int) -> Ref | None:
        """The name of what only places entries of one named value anew."""
        node, found = self.node(number), []

        def places(source: int) -> Tensor | None:
            ref = self.refs[source]
            if ref is not None:
                found.append(ref.value)
            return None if ref is None else ref.index

        index = replay(node, places, self.tensor)
        if index is None or any(value is not found[0] for value in found):
            return None
        return Ref(found[0], index)

    def front(self, number: int) -> frozenset[int]:
        """The nearest named nodes that this one was made of; itself, if it is named."""
        return self._fronts[number]

    def behind(self, number: int) -> list[Value]:
        """The named values that a node is or was made of."""
        return unique(ref.value for n in self.front(number) if (ref := self.refs[n]) is not None)

    def check(self, number: int, value: Value | None, index: Tensor) -> Ref | None:
        """The name, if the node's tensor is what the value says."""
        tensor = self.tensor(number)
        if value is None or tensor is None:
            return None
        ref = Ref(value, index)
        return ref if near(tensor, ref.read(), value.tolerance) else None

    def cone(self, number: int, stop: Iterable[Value]) -> list[int]:
        """The nodes between this one (included) and the nodes of these values, in order."""
        ends, seen, left = {id(v) for v in stop}, set(), [number]
        while left:
            at = left.pop()
            ref = self.refs[at]
            if at in seen or (at != number and ref is not None and id(ref.value) in ends):
                continue
            seen.add(at)
            left.extend(self.node(at).sources)
        return sorted(n for n in seen if self.node(n).op not in tuple(Leaf))

    def history(self, number: int) -> set[int]:
        """All nodes that this one was made of, named or not, itself included."""
        seen: set[int] = set()
        left = [number]
        while left:
            at = left.pop()
            if at not in seen:
                seen.add(at)
                left.extend(self.node(at).sources)
        return seen

    def frontiers(self, number: int) -> Iterator[list[Value]]:
        """The named values that a node was made of, then those behind light parts among them, step by step."""
        found = unique(self.refs[n].value for n in self._fronts_of(number))  # type: ignore[union-attr]
        yield found
        for _ in range(5):
            light = [v for v in found if v.part in PARTS and PARTS[v.part].light]
            if not light:
                return
            last = max(light, key=lambda v: v.node)
            found = unique([*(v for v in found if v is not last), *last.args])
            yield found

    def _fronts_of(self, number: int) -> list[int]:
        return sorted({f for source in self.node(number).sources for f in self._fronts[source]})

    def _settle(self, number: int, ref: Ref | None) -> None:
        self.refs[number] = ref
        if ref is not None:
            self._fronts[number] = frozenset((number,))
        elif name_of(self.node(number)) not in LIKE:
            self._fronts[number] = frozenset(self._fronts_of(number))

    def root(self, number: int) -> int:
        """What a node without a name is a view of; itself, if it has one."""
        while name_of(self.node(number)) in PLACES and len(set(self.node(number).sources)) == 1:
            source = self.node(number).sources[0]
            if self.refs[source] is not None:
                break
            number = source
        return number

    def hole(self, number: int) -> Ref | None:
        """A value that no part explains: only what it was made of is known."""
        tensor = self.tensor(number)
        if tensor is None:
            return None
        sources = [self.refs[n] for n in self._fronts_of(number)]
        made_of = unique(ref.value for ref in sources if ref is not None and ref.value.part != Leaf.CONSTANT)
        index = torch.arange(tensor.numel()).reshape(tensor.shape)
        canon = tensor
        for ref in sources:
            if ref is not None and ref.index.shape == tensor.shape and bijective(ref):
                index = ref.index
                canon = (
                    torch.empty_like(tensor).reshape(-1).index_copy(0, index.reshape(-1), tensor.reshape(-1))
                )
                canon = canon.reshape(ref.value.canon.shape)
                break
        derived = bool(made_of) and all(v.part in (Leaf.PARAMETER, Leaf.BUFFER, "derived") for v in made_of)
        part, within = "derived" if derived else WHOLE, self.node(number).within
        if within:
            part, made_of = "called", self._given_to(within)
        value = self.values.make(part, made_of, {}, number, data=number, canon=canon)
        return None if value is None else Ref(value, index)

    def _given_to(self, within: str) -> list[Value]:
        """What a call of a prop was given, in the order in which it was used: values first, then parameters."""
        own = {n for n, node in enumerate(self.graph.nodes) if node.within == within}
        sources = [s for n in sorted(own) for s in self.node(n).sources if s not in own]
        refs = [self.need(s) for s in sources]
        values = [ref.value for ref in refs if ref is not None and ref.value.part != Leaf.CONSTANT]
        return sorted(unique(values), key=lambda v: v.part in (Leaf.PARAMETER, Leaf.BUFFER))


def bijective(ref: Ref) -> bool:
    """Whether the node holds every entry of the value once, in whatever order."""
    size = ref.value.canon.numel()
    return ref.index.numel() == size and int(ref.index.reshape(-1).bincount(minlength=size).max()) == 1


def unique(values: Iterable[Value]) -> list[Value]:
    """Each value once, in order."""
    return list({id(v): v for v in values}.values())


def scalars(nodes: Sequence[Node]) -> list[float]:
    """The numbers that these operations were given, each once."""
    found: dict[float, None] = {}
    for node in nodes:
        for arg in (*node.args, *(node.kwargs.values() if node.kwargs else ())):
            if isinstance(arg, float) or (isinstance(arg, int) and not isinstance(arg, bool)):
                found[float(arg)] = None
    return list(found)


def whole(shape: Sequence[int]) -> Tensor:
    """The places of a tensor of this shape in its own order."""
    return torch.arange(torch.Size(shape).numel()).reshape(tuple(shape))


def is_vector(value: Value) -> bool:
    """Whether a value can be a gain or an offset: a parameter, or an input with one axis wider than 1."""
    if value.part == Leaf.INPUT:
        return value.canon.is_floating_point() and sum(n > 1 for n in value.canon.shape) <= 1
    return value.part in VECTORS or (value.part in ("scale", "one plus", "cast") and is_vector(value.args[0]))


def number_of(arg: Any, reading: Reading) -> float | None:
    """The number that an argument is, also as a tensor that holds one constant."""
    from grader.domain.graph import At

    if isinstance(arg, bool):
        return None
    if isinstance(arg, (int, float)):
        return float(arg)
    if isinstance(arg, At):
        ref = reading.ref(arg.node)
        if ref is not None and ref.value.part == Leaf.CONSTANT and ref.value.canon.numel() == 1:
            return float(ref.value.canon)
    return None
