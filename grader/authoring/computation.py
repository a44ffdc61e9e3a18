"""The asked computation of an exercise, as an expression over the parts of the course.

How to write `reference/exNN/computation.py` (at most 20 lines): name the inputs with `given` (as the contract
names them),
apply parts, name the steps that a learner should see with `named`, and return what the entry returns:

    from grader.authoring.computation import Asked, add, attention, feed_forward, given, norm

    def computation() -> Asked:
        x, mask = given("x"), given("source_blocked_mask")
        n = norm(x, "attn_norm").named("n")
        h = add(x, attention(n, n, n, mask, "self_attn", DIM, HEADS)[0].named("a")).named("h")
        return add(h, feed_forward(norm(h, "ffn_norm").named("m"), "ffn").named("f")).named("y")

    def case(draw: Draw) -> Case: ...   # one Build and one Call in eval mode, float64, axes of different sizes

- A string is the role of a weight: its path in the reference, without ".weight" and ".bias". Which of the
  learner's parameters
  has which role falls out of the reading; names of parameters play no part, unless the contract fixes them.
- Facets that are asked for stand in `grader.authoring.parts` as `right`; give those that differ: `norm(x,
  "norm", eps_value=1e-6)`.
  `ANY` asks for nothing: `eps_value=ANY`.
- `known_values(case: Case) -> Mapping[str, Tensor]` gives what `known(name)` stands for: a number that is no
  tensor in the call (an id, a size), a gradient that the call takes. Names that the expression does not use are
  what may be taken for it ("known.of=...", and of "thing; accumulated" "known.how=accumulated").
- `WAYS: Sequence[Callable[[], Asked]]` are other right computations (equal ones need none: a scale of q, of k
  or of the scores, any
  layout, any order of a sum are the same thing).
- `WRONG: Mapping[str, Callable[[], Asked]]` are computations that a misconception stands for as a whole
  (Post-LN for Pre-LN): everything
  that deviates further is told on top of it.
- A misconception of single steps has `forms` in quizzes/misconceptions.toml: "normalise.over=D-1", "missing
  scale", "h: n for x";
  "a & b" means both. `explain.deviations` says how keys are made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from grader.authoring.draw import Draw
from grader.authoring.parts import PARTS
from grader.authoring.parts.known import facets_of
from grader.authoring.parts.part import ANY as ANY
from grader.domain.case import Build, Call, Case


@dataclass(frozen=True, eq=False)
class Asked:
    """An asked value: a part of asked values. `role` is that of a leaf: an input's name, or a weight's.

    `name` is shown for it; `whole` names the larger part that it ends ("attention"), of `inputs`, which is
    shown in one piece.
    """

    part: str
    args: tuple[Asked, ...] = ()
    facets: Mapping[str, Any] = field(default_factory=dict)
    role: str = ""
    name: str = ""
    whole: str = ""
    inputs: tuple[Asked, ...] = ()

    def named(self, name: str) -> Asked:
        """The same value, to be shown under this name."""
        return replace(self, name=name)


@dataclass(frozen=True)
class Outputs:
    """What is returned, where it is more than one value."""

    items: tuple[Asked, ...]


def given(name: str) -> Asked:
    """An input of the call, by the contract's name."""
    return Asked("input", role=name, name=name)


def known(of: str) -> Asked:
    """A tensor that no part makes and the course knows: `known_values(case)` of computation.py gives it under this
    name, and beside it what may be taken for it: other things, or the same "; somehow else".
    """
    return Asked("known", facets=facets_of(of))


def weight(role: str) -> Asked:
    """A parameter by its role."""
    return Asked("parameter", role=role)


def apply(part: str, *args: Asked, **facets: Any) -> Asked:
    """A part of the course applied to asked values, right but for the facets that are given."""
    return Asked(part, args, {**PARTS[part].right, **facets})


def called(name: str, *given_to: Asked) -> Asked:
    """What a callable that the call was given (an argument, a layer of a factory) returns for these values.

    Values come first, then the roles of its parameters; what it does inside is not looked at.
    """
    return Asked(
        "called", given_to, role=name, whole=name, inputs=tuple(a for a in given_to if a.part != "parameter")
    )


def linear(x: Asked, role: str, out: Any = ANY, *, bias: bool = True) -> Asked:
    """W x + b for each token; x [..., I] -> [..., O], of width `out` where that is asked for."""
    product = apply("matrix", x, weight(f"{role}.weight"), out=out)
    whole = apply("plus", product, weight(f"{role}.bias")) if bias else product
    return replace(whole, whole="linear", inputs=(x,), role=role)


def norm(x: Asked, role: str, *, gain: str = "weight", shift: str | None = "bias", **facets: Any) -> Asked:
    """Layer normalisation with the weights of this role; `gain` and `shift` are the names of its parameters."""
    scaled = apply("times", apply("normalise", x, **facets), weight(f"{role}.{gain}"))
    whole = scaled if shift is None else apply("plus", scaled, weight(f"{role}.{shift}"))
    return replace(whole, whole="LayerNorm" if shift is not None else "RMSNorm", inputs=(x,), role=role)


def add(left: Asked, right: Asked) -> Asked:
    """The sum of two values of one shape."""
    return apply("add", left, right)


def activation(x: Asked, kind: str = "relu") -> Asked:
    """An activation by its name in `parts.activation.KINDS`."""
    return apply("activation", x, kind=kind)


def dropout(x: Asked, rate: Any = ANY) -> Asked:
    """Dropout in training; in eval mode it is not there at all."""
    return apply("dropout", x, rate=rate)


def weights(q: Asked, k: Asked, mask: Asked | None, width: int, heads: int | None = None) -> Asked:
    """softmax(mask(q k / sqrt(width))); q [..., Sq, D], k [..., Sk, D] -> [..., H, Sq, Sk].

    `width` is that of a head.
    """
    scores = apply("scale", apply("dots", q, k, heads=heads).named("q·k"), factor=1 / math.sqrt(width)).named(
        "scores"
    )
    masked = scores if mask is None else apply("mask", scores, mask).named("masked scores")
    return apply("softmax", masked).named("weights")


def weighted(p: Asked, v: Asked, heads: int | None = None) -> Asked:
    """The values, weighted: p [..., H, Sq, Sk], v [..., Sk, D] -> [..., H, Sq, Dh]."""
    return apply("weighted", p, v, heads=heads)


def attention(
    query: Asked,
    key: Asked,
    value: Asked,
    mask: Asked | None,
    role: str,
    dim: int,
    heads: int,
    rate: Any = ANY,
) -> tuple[Asked, Asked]:
    """Multi-head attention: (output, weights); the roles are role.q_proj, k_proj, v_proj and out_proj."""
    prefix = f"{role}." if role else ""
    q, k, v = (
        linear(x, f"{prefix}{name}_proj", dim).named(name)
        for x, name in ((query, "q"), (key, "k"), (value, "v"))
    )
    p = weights(q, k, mask, dim // heads, heads)
    merged = apply("merge", weighted(dropout(p, rate), v, heads).named("heads")).named("merged heads")
    inputs = (query, key, value) if mask is None else (query, key, value, mask)
    return replace(linear(merged, f"{prefix}out_proj"), whole="attention", inputs=inputs, role=role), p


def feed_forward(x: Asked, role: str, kind: str = "relu", rate: Any = ANY, hidden: Any = ANY) -> Asked:
    """W2 relu(W1 x + b1) + b2, with dropout behind both; the roles are role.net.0 and role.net.3."""
    prefix = f"{role}." if role else ""
    inner = dropout(activation(linear(x, f"{prefix}net.0", hidden).named("hidden"), kind), rate)
    return replace(dropout(linear(inner, f"{prefix}net.3"), rate), whole="ffn", inputs=(x,), role=role)


def one_pass(draw: Draw, entry: str, sizes: Mapping[str, Any], *args: Any, **kwargs: Any) -> Case:
    """The call that is recorded: one pass in eval mode through a module with random weights."""
    build = Build(entry, sizes, seed=draw.seed(), weights=draw.weights())
    return Case("computation", (build, Call("call", args, kwargs, on="module")))


def in_eval(root: Asked) -> Asked:
    """The same computation without its dropouts, which do nothing in eval mode."""
    made: dict[int, Asked] = {}

    def walk(value: Asked) -> Asked:
        if id(value) not in made:
            args = tuple(walk(arg) for arg in value.args)
            inputs = tuple(walk(arg) for arg in value.inputs)
            if value.part == "dropout":
                inner = args[0]
                shown: dict[str, Any] = {"name": value.name} if value.name else {}
                shown |= {"whole": value.whole, "inputs": inputs, "role": value.role} if value.whole else {}
                made[id(value)] = replace(inner, **shown) if shown else inner
            else:
                made[id(value)] = replace(value, args=args, inputs=inputs)
        return made[id(value)]

    return walk(root)
