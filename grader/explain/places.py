"""Finds the learner's line of a deviation: where the deviating thing is written, not where the step ends."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from grader.authoring.parts import norm
from grader.domain.computation import DeviationKind, Place
from grader.domain.graph import Graph, Leaf
from grader.explain.deviations import Told
from grader.explain.reading import WHOLE, Reading, scalars
from grader.explain.value import Value, near
from grader.explain.views import name_of

REDUCES = frozenset(
    ("mean", "sum", "var", "std", "var_mean", "std_mean", "linalg_vector_norm", "norm", "amax", "max")
)

SOFTMAXES = frozenset(("softmax", "_softmax", "log_softmax", "_log_softmax"))
DIVIDES = frozenset(("div", "true_divide", "mean"))


def place_of(graph: Graph, number: int) -> Place:
    """The line of a node; of one that no line of the learner's made, that of the next one that has a line."""
    named = (node for node in graph.nodes[number:] if node.line is not None)
    node = next(named, graph.nodes[number])
    return Place(node.line, node.cell)


def line_of(reading: Reading, one: Told) -> Place:
    """The place of a deviation."""
    value = one.at
    if value is None:
        return Place(None)
    number = value.node
    if one.found.kind is DeviationKind.SHARED:
        number = _last_made(reading, value)
    if one.found.kind is DeviationKind.FORM and value.part == "normalise":
        number = _inside_of_norm(reading, value, one.found.facet)
    elif one.found.kind is DeviationKind.FORM and value.part in ("loss", "pool"):
        number = _inside_of_summary(reading, value, one.found.facet)
    elif value.part == WHOLE:
        number = first_unknown(reading, value)
    return place_of(reading.graph, number)


def _last_made(reading: Reading, value: Value) -> int:
    """The last node that gives this very value anew: the second use of a weight, where that one is too much."""
    own = reading.node(value.node)
    again = [
        number
        for number, ref in enumerate(reading.refs)
        if ref is not None
        and ref.value is value
        and reading.node(number).op == own.op
        and reading.node(number).line is not None
    ]
    return again[-1] if again else value.node


def _inside_of_norm(reading: Reading, value: Value, facet: str) -> int:
    cone = [n for n in reading.cone(value.node, value.args) if reading.node(n).op not in tuple(Leaf)]
    if facet in ("over", "spread"):
        wanted = norm.spread(value.args[0].canon, value.facets)
        return _first(reading, cone, (wanted, wanted.sqrt()), value.node)
    if facet == "axis":
        return next((n for n in cone if name_of(reading.node(n)) in REDUCES), value.node)
    if facet in ("eps", "eps_value") and value.facets["eps"] != "none":
        eps = value.facets["eps_value"]
        return next((n for n in cone if eps in scalars([reading.node(n)])), value.node)
    return value.node


def _inside_of_summary(reading: Reading, value: Value, facet: str) -> int:
    """The softmax of a loss, or what a sum of tokens is first divided by."""
    wanted = {"logits": SOFTMAXES, "over": DIVIDES}.get(facet, frozenset())
    cone = reading.cone(value.node, value.args)
    return next((n for n in cone if name_of(reading.node(n)) in wanted), value.node)


def _first(reading: Reading, cone: Sequence[int], wanted: Sequence[Tensor], otherwise: int) -> int:
    """The first node whose tensor is one of the wanted ones, whatever its shape; of one token, one number of them."""
    for number in cone:
        tensor = reading.tensor(number)
        if tensor is not None and any(_is_of(tensor.reshape(-1), each.reshape(-1)) for each in wanted):
            return number
    return otherwise


def _is_of(found: Tensor, wanted: Tensor) -> bool:
    if found.numel() == 1 and found.is_floating_point():
        return bool(((wanted - found).abs() <= 1e-9 * (1 + wanted.abs())).any())
    return found.numel() == wanted.numel() and near(found, wanted, 1e-9)


def first_unknown(reading: Reading, value: Value) -> int:
    """The first node of an unknown step that is no usual step of a normalisation or a softmax on the way."""
    cone = reading.cone(value.node, value.args)
    usual: list[Tensor] = []
    for arg in value.args:
        if arg.canon.is_floating_point() and arg.canon.dim():
            usual += _usual(arg.canon)
    for number in cone:
        tensor = reading.tensor(number)
        if tensor is None or reading.node(number).op in tuple(Leaf) or reading.ref(number) is not None:
            continue
        if any(tensor.numel() == u.numel() and near(tensor.reshape(-1), u.reshape(-1), 1e-9) for u in usual):
            continue
        return number
    return value.node


def _usual(x: Tensor) -> list[Tensor]:
    facets = dict(norm.RIGHT)
    mean = x.mean(-1, keepdim=True)
    variance = norm.spread(x, facets)
    inside = variance + facets["eps_value"]
    centred = x - mean
    return [
        mean,
        centred,
        centred.square(),
        variance,
        inside,
        inside.sqrt(),
        inside.rsqrt(),
        centred / inside.sqrt(),
        x.exp(),
    ]
