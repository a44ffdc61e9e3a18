"""Cases of exercise 4: sub-layers that are tanh(x W), zeros, ones, or of another shape than x."""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Observation, Probe, changed_inputs, outputs, projection

DIM = 6
SHAPE = (2, 5, DIM)
NAME = "SublayerConnection"
OTHER_SHAPES = ((2, 5, 1), (2, 1, DIM), (5, DIM), (DIM,), (1,), (3, 2, 5, DIM), (2, 5, DIM + 1))
STEP = 1e-3
SLOPE = 0.02
"""How far a gradient may be from central differences, those of code that computes in float32 inside, too."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    for norm_first in (True, False):
        check = f"values_norm_first_{norm_first}"
        for shape, name in ((SHAPE, ""), ((3, 4, DIM), f"{check}_again"), ((DIM,) * 3, f"{check}_square")):
            call = Call("call", (draw.normal(*shape, mean=0.5), tanh(draw)), on="module")
            aligns = norm_first and name != f"{check}_square"
            yield Case(check, (_build(draw, norm_first), call), derive=outputs, aligns=aligns, name=name)
    x = draw.normal(*SHAPE)
    yield Case(
        "zero_sublayer_is_identity_preln",
        (_build(draw, True), Call("call", (x, _constant(0.0)), on="module")),
        derive=lambda seen: {"gap": seen["call.out"] - x},
        needs_values=False,
    )
    yield from _other_shapes(draw, x)
    for norm_first in (True, False):
        calls = tuple(Call(f"call{int(t)}", (x, tanh(draw)), on="module", train=t) for t in (False, True))
        yield Case(
            "input_not_mutated",
            (_build(draw, norm_first, 0.5), *calls),
            derive=changed_inputs,
            needs_values=False,
            name="" if norm_first else "input_not_mutated_postln",
        )
    for norm_first in (True, False):
        yield Case(
            "sublayer_called_once",
            (_build(draw, norm_first), Call("call", (x, tanh(draw)), on="module")),
            derive=lambda seen: {"calls": seen["call.probe.sublayer"]["calls"]},
            needs_values=False,
            name="" if norm_first else "sublayer_called_once_postln",
        )
    for norm_first in (True, False):
        yield _gradient(draw, norm_first)
    yield _dropout_preln(draw)
    for norm_first in (True, False):
        yield _dropout_among_features(draw, norm_first)


def _build(draw: Draw, norm_first: bool, dropout: float = 0.0, dim: int = DIM) -> Build:
    sizes = {"dim": dim, "dropout": dropout, "norm_first": norm_first}
    return Build(NAME, sizes, seed=draw.seed(), weights=draw.weights())


def tanh(draw: Draw) -> Probe:
    """The sub-layer tanh(x W) with a random W: [D, D]."""
    return Probe("TanhMatmul", {"weight": draw.normal(DIM, DIM, scale=0.5)}, label="sublayer")


def _constant(value: float, shape: tuple[int, ...] = ()) -> Probe:
    return Probe("Constant", {"value": value, "shape": shape}, label="sublayer")


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples, in float32, with the norm as it is when fresh."""
    x = torch.tensor([[[1.0, 2.0, 3.0, 6.0], [0.0, 4.0, 0.0, 4.0]]])
    factors = torch.tensor([1.0, 2.0, 0.0, -1.0])
    sublayer = Probe("Multiply", {"factors": factors}, label="sublayer")
    for check, norm_first in (("example_norm_first", True), ("example_norm_last", False)):
        fresh = Build(NAME, {"dim": 4, "norm_first": norm_first}, dtype="float32", seed=draw.seed())
        call = Call("call", (x, sublayer), on="module")
        yield Case(check, (fresh, call), derive=outputs, tolerance=1e-6, needs_values=False)


def _other_shapes(draw: Draw, x: Tensor) -> Iterator[Case]:
    for norm_first in (True, False):
        calls = (Call(f"{s}", (x, _constant(1.0, s)), on="module") for s in OTHER_SHAPES)
        yield Case(
            "rejects_broadcastable_sublayer",
            (_build(draw, norm_first), *calls),
            derive=outputs,
            needs_values=False,
            name="" if norm_first else "rejects_broadcastable_sublayer_postln",
        )


def _gradient(draw: Draw, norm_first: bool) -> Case:
    """The gradient of x against central differences of the same module along a random direction.

    Once around tanh(x W), once around a constant, where only the skip path has a gradient.
    """
    x, along, seed = draw.normal(*SHAPE), draw.normal(*SHAPE), draw.seed()
    sublayers = {"both": tanh(draw), "skip": _constant(0.5)}
    calls = tuple(
        call
        for path, sublayer in sublayers.items()
        for call in (
            Call(f"{path}.here", (x, sublayer), on="module", grad=("0",), seed=seed),
            Call(f"{path}.ahead", (x + STEP * along, sublayer), on="module"),
            Call(f"{path}.behind", (x - STEP * along, sublayer), on="module"),
        )
    )

    def agrees(seen: Observation, path: str) -> bool:
        ahead, behind = (projection(seen[f"{path}.{place}.out"], seed) for place in ("ahead", "behind"))
        slope = float(ahead - behind) / (2 * STEP)
        found = float((seen[f"{path}.here.grad.0"] * along).sum())
        return abs(found - slope) < SLOPE * (1 + abs(slope))

    return Case(
        "gradient_identity_path",
        (_build(draw, norm_first), *calls),
        derive=lambda seen: {f"{path}: gradient is the slope": agrees(seen, path) for path in sublayers},
        needs_values=False,
        name="" if norm_first else "gradient_identity_path_postln",
    )


def _dropout_preln(draw: Draw) -> Case:
    """x is 10 and the sub-layer returns 1: training may move a number by -1 or +1/3, nothing else."""
    x = torch.full((5, 200, DIM), 10.0, dtype=torch.float64)
    build = _build(draw, True, 0.25)
    calls = tuple(
        Call(name, (x, _constant(1.0)), on="module", train=name == "train", seed=draw.seed())
        for name in ("train", "eval")
    )
    return Case(
        "dropout_only_on_sublayer_output",
        (build, *calls),
        derive=_moves,
        tolerance=0.04,
        needs_values=False,
    )


def _moves(seen: Observation) -> Observation:
    moved = (seen["train.out"] - seen["eval.out"]).round(decimals=6)
    values = moved.unique().tolist()
    given = [seen[f"{name}.probe.sublayer"].get("given") for name in ("train", "eval")]
    return {
        "sub-layer gets the same": _alike(*given),
        "moves": tuple(values) if len(values) < 4 else "many",
        "dropped": float((moved < 0).double().mean()),
    }


def _alike(first: Tensor | None, second: Tensor | None) -> bool:
    return first is not None and second is not None and torch.equal(first, second)


def _dropout_among_features(draw: Draw, norm_first: bool) -> Case:
    """x is 10 and 20 by turns: a change of 0 or 8 keeps their order, a dropped sum or skip does not."""
    dim = 24
    x = torch.tensor([10.0, 20.0], dtype=torch.float64).repeat(5, 50, dim // 2)  # [5, 50, D]
    sizes = {"dim": dim, "dropout": 0.25, "norm_first": norm_first}
    build = Build(NAME, sizes, weights=draw.weights({"norm.weight": 1.0, "norm.bias": 0.0}))
    call = Call("call", (x, _constant(6.0)), on="module", train=True, seed=draw.seed())
    return Case(
        "dropout_only_on_sublayer_output",
        (build, call),
        derive=_among_features,
        tolerance=0.04,
        name=f"dropout_among_features_{norm_first}",
    )


def _among_features(seen: Observation) -> Observation:
    tokens = seen["call.out"].flatten(0, 1).round(decimals=6)  # [B S, D]
    low, high = tokens[:, ::2], tokens[:, 1::2]
    smallest, largest = tokens.min(dim=-1, keepdim=True).values, tokens.max(dim=-1, keepdim=True).values
    second = tokens.masked_fill(tokens == smallest, torch.inf).min(dim=-1, keepdim=True).values
    return {
        "order kept": bool((low.max(dim=-1).values < high.min(dim=-1).values).all()),
        "dropped": float((low == smallest).double().mean()),
        "first step": float(((second - smallest) / (largest - smallest)).median()),
    }
