"""Finds the learner's line of a deviation: where the deviating thing is written, not where the step ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import torch
from torch import Tensor

from grader.authoring.computation import Asked
from grader.authoring.parts import activation, norm
from grader.domain.computation import DeviationKind, Place
from grader.domain.graph import Graph, Leaf
from grader.explain.deviations import Told
from grader.explain.match import every
from grader.explain.reading import WHOLE, Reading, scalars
from grader.explain.value import Value, near
from grader.explain.views import PLACES, RESHAPES, name_of

REDUCES = frozenset(
    ("mean", "sum", "var", "std", "var_mean", "std_mean", "linalg_vector_norm", "norm", "amax", "max")
)

SOFTMAXES = frozenset(("softmax", "_softmax", "log_softmax", "_log_softmax"))
COUNTS = frozenset(("sum", "count_nonzero"))
LOGARITHMS = frozenset(("log2", "log"))
DIVIDES = frozenset(("div", "true_divide", "mean"))
LAID = {("merge", "form"): 0, ("dots", "query"): 0, ("dots", "key"): 1, ("weighted", "value"): 1}
"""Facets that say how heads are split or merged, each with the argument that is."""
RMS_EPS = 1e-6
"""The eps of RMSNorm where nothing else is asked for."""
LIGHT = ("scale", "activation", "product", "add", "softmax")
"""Steps that may be part of an unknown one."""


def place_of(graph: Graph, number: int) -> Place:
    """The line of a node; of one that no line of the learner's made, that of the next one that has a line."""
    named = (node for node in graph.nodes[number:] if node.line is not None)
    node = next(named, graph.nodes[number])
    return Place(node.line, node.cell)


def line_of(reading: Reading, one: Told, root: Asked) -> Place:
    """The place of a deviation; kinds of steps that `root` asks for nowhere are no way to an unknown step."""
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
    elif one.found.kind is DeviationKind.FORM and value.part == "activation" and one.found.asked is not None:
        number = _inside_of_activation(reading, value, str(one.found.asked.facets.get("kind")))
    elif one.found.kind is DeviationKind.FORM and (value.part, one.found.facet) in LAID:
        number = _where_laid_out(reading, value, one.found.facet)
    elif value.part == "arrange":
        number = _where_rearranged(reading, value)
    elif value.part == WHOLE:
        number = first_unknown(reading, value, root)
    return place_of(reading.graph, number)


def turn_of(reading: Reading, one: Told) -> tuple[int, int]:
    """Which of how many operations of its kind a deviation is: (0, 1) for the only one."""
    if one.at is None:
        return 0, 1
    own = reading.node(one.at.node)
    alike = [
        n
        for n, node in enumerate(reading.graph.nodes)
        if node.op == own.op and node.output == own.output and not node.within
    ]
    return (alike.index(one.at.node), len(alike)) if one.at.node in alike else (0, 1)


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
    if facet == "eps" and value.facets["eps"] == "none":
        root = norm.spread(value.args[0].canon, value.facets).sqrt()
        return _first(reading, cone, (root,) if value.facets["root"] else (), value.node)
    if facet == "centred" and value.facets["centred"]:
        return _first(reading, cone, (norm.numerator(value.args[0].canon, value.facets),), value.node)
    if facet in ("eps", "eps_value") and value.facets["eps"] != "none":
        eps = value.facets["eps_value"]
        return next((n for n in cone if eps in scalars([reading.node(n)])), value.node)
    return value.node


def _inside_of_summary(reading: Reading, value: Value, facet: str) -> int:
    """The softmax of a loss, or what a sum of tokens is first divided by; of a pooling, what first knows who counts."""
    base = value.facets.get("logits") == "logarithm to base 2"
    if facet == "over" and value.facets["over"] == "real + 1":
        facet = "count"
    wanted = {"count": frozenset(("add",)), "logits": LOGARITHMS if base else SOFTMAXES, "over": DIVIDES}.get(
        facet, frozenset()
    )
    cone = reading.cone(value.node, value.args)
    if value.part == "pool" and facet == "who":
        return next((n for n in cone if "float" in reading.node(n).dtype), value.node)
    return next((n for n in cone if name_of(reading.node(n)) in wanted), value.node)


def _inside_of_activation(reading: Reading, value: Value, asked: str) -> int:
    """The first operation that the asked activation, written by hand, would not have done."""
    x = value.args[0].canon
    usual = activation.usual(asked, x)
    for number in reading.cone(value.node, value.args) if usual else ():
        tensor = reading.tensor(number)
        if tensor is None or tensor.numel() != x.numel() or not tensor.is_floating_point():
            continue
        if not _is_one_of(tensor, usual, value.args[0]):
            return number
    return value.node


def _is_one_of(tensor: Tensor, wanted: Sequence[Tensor], source: Value) -> bool:
    """Whether a tensor is the source or one of the wanted ones, whatever the order of its axes."""
    flat = tensor.double().reshape(-1).sort().values
    return any(
        near(flat, each.double().reshape(-1).sort().values, 1e-9)
        for each in (source.canon, *wanted)
        if each.numel() == tensor.numel()
    )


def _where_laid_out(reading: Reading, value: Value, facet: str) -> int:
    """Where features become heads, or heads become features again: the reshape, not the product that follows."""
    inner = value.args[LAID[value.part, facet]]
    seen, left = set(), [value.node]
    while left:
        at = left.pop()
        for source in reading.node(at).sources:
            ref = reading.ref(source)
            if source not in seen and (ref is None or ref.value is inner):
                seen.add(source)
                left.append(source)
    for number in sorted(seen):
        node = reading.node(number)
        if name_of(node) not in RESHAPES or node.line is None:
            continue
        before = reading.node(node.sources[0]).shape
        if facet == "form" and node.shape[-1] == value.canon.shape[-1] != before[-1]:
            return number
        if facet != "form" and len(node.shape) > len(before) and before[-1] == inner.canon.shape[-1]:
            return number
    return value.node


def _where_rearranged(reading: Reading, value: Value) -> int:
    """Where entries came into other places: at what is returned, or where heads were merged if it was so before."""
    inner = value.args[0]
    ref = reading.ref(inner.node)
    if ref is None or ref.value is not inner or ref.full:
        return value.node
    first = inner.node
    while inner.args:
        if inner.part == "merge":
            return _where_laid_out(reading, inner, "form")
        inner = inner.args[0]
    return first


def _kind(step: Value | Asked) -> tuple[str, object]:
    return step.part, step.facets.get("kind")


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


def first_unknown(reading: Reading, value: Value, root: Asked) -> int:
    """The first node of an unknown step that is no usual step of what `root` asks for.

    Usual are the steps of a normalisation, a softmax, an asked activation or loss written by hand. A number that is
    multiplied in, or an activation, is part of the unknown step where none of its kind is asked for.
    """
    asked = {_kind(step) for step in every(root)}
    ends = list(_ends(value, asked))
    usual = [step for end in ends for step in _usual(reading, end.canon, root)] + list(_counts(reading))
    for number in reading.cone(value.node, ends):
        tensor, ref = reading.tensor(number), reading.ref(number)
        name = name_of(reading.node(number))
        if tensor is None or name in PLACES or not (tensor.is_floating_point() or name in COUNTS):
            continue
        if ref is not None and not (ref.value.part in LIGHT and _kind(ref.value) not in asked):
            if ref.value is not value:
                continue
        if any(tensor.numel() == u.numel() and near(tensor.reshape(-1), u.reshape(-1), 1e-9) for u in usual):
            continue
        return number
    return value.node


def _ends(value: Value, asked: Set[tuple[str, object]]) -> Iterator[Value]:
    """What an unknown step starts from: the values behind light steps of kinds that are not asked for."""
    for arg in value.args:
        if arg.part in LIGHT and _kind(arg) not in asked:
            yield from _ends(arg, asked)
        else:
            yield arg


def _usual(reading: Reading, x: Tensor, root: Asked) -> list[Tensor]:
    """What the asked steps pass through when they are written by hand, from x."""
    if not x.is_floating_point() or not x.dim():
        return []
    kinds = {str(step.facets["kind"]) for step in every(root) if step.part == "activation"}
    found = [step for kind in sorted(kinds) for step in activation.usual(kind, x)]
    return [*_of_norm(x), x.exp(), x.softmax(-1), *found, *_of_loss(reading, x, root)]


def _counts(reading: Reading) -> Iterator[Tensor]:
    """How many tokens are not blocked, by sample and in all, for each [B, S] of truth values of the call."""
    for ref in reading.refs:
        if ref is not None and ref.value.part == Leaf.INPUT and ref.value.canon.dtype is torch.bool:
            real = ~ref.value.canon
            for count in (real.sum(-1), real.sum()):
                yield from (count, count.clamp(min=1))


def _of_loss(reading: Reading, x: Tensor, root: Asked) -> Iterator[Tensor]:
    """Logarithms of probabilities, and those of the targets, where a loss is asked for; x: [..., V]."""
    if not any(step.part == "loss" for step in every(root)):
        return
    logs = x.log_softmax(-1)
    yield logs
    for ref in reading.refs:
        if ref is None or ref.value.part != Leaf.INPUT or ref.value.canon.is_floating_point():
            continue
        targets = ref.value.canon
        if targets.dtype is torch.bool or targets.shape != x.shape[:-1]:
            continue
        each = logs.gather(-1, targets.clamp(0, x.shape[-1] - 1)[..., None])
        yield each
        yield -each


def _of_norm(x: Tensor) -> list[Tensor]:
    """What LayerNorm and RMSNorm pass through, with the eps of either."""
    mean = x.mean(-1, keepdim=True)
    found = [mean]
    for top in (x - mean, x):
        square = top.square().mean(-1, keepdim=True)
        found += [top, top.square(), square]
        for eps in (norm.RIGHT["eps_value"], RMS_EPS):
            inside = square + eps
            found += [inside, inside.sqrt(), inside.rsqrt(), top / inside.sqrt()]
    return found
