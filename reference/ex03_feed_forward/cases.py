"""Cases of exercise 3: D=6, F=10, B=2, S=5, so that a swapped axis shows; and S = D, where it would hide."""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Read,
    Reload,
    changed_inputs,
    dropped,
    gap,
    gradients,
    kept_value,
    output_shapes,
    same_values,
    trained_numbers,
    trained_shapes,
)

DIM, HIDDEN = 6, 10
SIZES = {"dim": DIM, "hidden_dim": HIDDEN}
W1, B1, W2, B2 = "net.0.weight", "net.0.bias", "net.3.weight", "net.3.bias"


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    x = draw.normal(2, 5, DIM)

    def build(**kwargs: float) -> Build:
        return Build("FeedForward", SIZES | kwargs, seed=draw.seed(), weights=draw.weights())

    yield Case(
        "parameter_shapes_and_count",
        (Build("FeedForward", SIZES, seed=draw.seed()), Read("parameters", "parameters")),
        derive=_shapes,
        needs_values=False,
    )
    ranks = (draw.normal(DIM), draw.normal(4, DIM), draw.normal(2, 3, 4, DIM))
    yield Case(
        "shape_preserved_any_rank",
        (build(), *(Call(f"rank{t.dim()}", (t,), on="module") for t in ranks)),
        derive=output_shapes,
        needs_values=False,
    )
    yield Case("values_fp64", (build(), Call("call", (x,), on="module")), aligns=True)
    again = draw.normal(3, 4, DIM, scale=8.0)  # large, so that an activation with a ceiling shows
    yield Case(
        "values_fp64", (build(), Call("call", (again,), on="module")), aligns=True, name="values_again"
    )
    yield Case(
        "negative_outputs_possible",
        (
            Build("FeedForward", SIZES, weights=draw.weights({B1: 1.0, B2: -20.0})),
            Call("call", (x,), on="module"),
        ),
        derive=lambda seen: {"negative": bool((seen["call.out"] < 0).all())},
    )
    calls = (Call(f"x{n}", (n * x,), on="module") for n in (-1, 0, 1))
    yield Case("nonlinear", (build(), *calls), derive=_nonlinear)
    moved = x.clone()
    moved[:, 2] += 1.0
    yield _untouched("position_wise", build(), x, moved)
    square = draw.normal(DIM, DIM, DIM)
    other = square.clone()
    other[:, 2] += 1.0
    yield _untouched("token_independence_square", build(), square, other)
    order = torch.tensor([3, 1, 4, 0, 2])
    yield Case(
        "permutation_equivariant",
        (build(), Call("call", (x,), on="module"), Call("permuted", (x[:, order],), on="module")),
        derive=gap("call", "permuted", of_first=lambda out: out[:, order]),
        needs_values=False,
    )
    yield Case(
        "eval_deterministic",
        (build(dropout=0.5), *(Call(f"call{i}", (x,), on="module", seed=draw.seed()) for i in range(2))),
        derive=same_values("call0", "call1"),
        needs_values=False,
    )
    yield _eval_without_dropout(draw, x)
    yield _dropout_statistics(draw)
    yield _dropout_on_the_way(draw)
    yield Case(
        "dropout_zero_train_equals_eval",
        (build(), *(Call(f"call{i}", (x,), on="module", train=bool(i), seed=draw.seed()) for i in range(2))),
        derive=same_values("call0", "call1"),
        needs_values=False,
    )
    call = Call("call", (x,), on="module", grad=("0", "parameters"), seed=draw.seed())
    yield Case(
        "gradients_vs_reference",
        (build(), call),
        derive=gradients,
    )
    yield Case(
        "input_not_mutated",
        (build(), Call("call", (x,), on="module", train=True)),
        derive=changed_inputs,
        needs_values=False,
    )
    yield Case(
        "state_dict_round_trip",
        (
            build(),
            Reload("FeedForward", SIZES, seed=draw.seed()),
            Call("first", (x,), on="module"),
            Call("second", (x,), on="reloaded"),
        ),
        derive=gap("first", "second"),
        needs_values=False,
    )
    yield Case(
        "independent_weights",
        (
            Build("FeedForward", {"dim": 4, "hidden_dim": 4}, seed=draw.seed()),
            Read("parameters", "parameters"),
        ),
        derive=_shapes,
        needs_values=False,
    )
    yield _dropout_behind_the_bias(draw)  # last: what it draws moves no other case


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples: D=2, F=3."""
    given = {
        W1: torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, -1.0]]),
        B1: torch.tensor([0.5, 0.0, -1.0]),
        W2: torch.tensor([[1.0, 2.0, 0.0], [0.0, -1.0, 1.0]]),
        B2: torch.tensor([0.1, -0.2]),
    }
    x = torch.tensor([[[1.0, 2.0], [-1.0, 0.5], [3.0, -1.0]]])
    sizes = {"dim": 2, "hidden_dim": 3}
    for check, tokens in (("example_three_tokens", x), ("example_single_vector", x[0, 1])):
        build = Build("FeedForward", sizes, dtype="float32", seed=draw.seed(), weights=draw.weights(given))
        call = Call("call", (tokens,), on="module", seed=draw.seed())
        yield Case(check, (build, call), tolerance=1e-6)


def _eval_without_dropout(draw: Draw, x: Tensor) -> Case:
    """The same weights with dropout 0.5 and 0 do the same in eval mode, whatever that is."""
    weights, seed = draw.weights(), draw.seed()
    builds = (
        Build("FeedForward", SIZES | {"dropout": p}, seed=seed, weights=weights, name=name)
        for name, p in (("with", 0.5), ("without", 0.0))
    )
    seed = draw.seed()
    calls = (Call(f"{name}_dropout", (x,), on=name, seed=seed) for name in ("with", "without"))
    return Case(
        "eval_equals_no_dropout",
        (*builds, *calls),
        derive=same_values("with_dropout", "without_dropout"),
        needs_values=False,
    )


def _untouched(check: str, build: Build, x: Tensor, moved: Tensor) -> Case:
    """Rows other than row 2, which was changed, must stay."""
    rest = [i for i in range(x.shape[1]) if i != 2]
    return Case(
        check,
        (build, Call("call", (x,), on="module"), Call("moved", (moved,), on="module")),
        derive=gap("call", "moved", at=(slice(None), rest)),
        needs_values=False,
    )


def _shapes(seen: Observation) -> Observation:
    """Shapes by size, whatever the names: distinct tensors only, each orientation of a matrix alike."""
    return {**trained_numbers(seen), "tensors": len(trained_shapes(seen))}


def _nonlinear(seen: Observation) -> Observation:
    """f(x) + f(-x) - 2 f(0) is zero for every affine map."""
    bend = seen["x1.out"] + seen["x-1.out"] - 2 * seen["x0.out"]
    return {"bends": bool(bend.abs().max() > 1e-6)}


def _dropout_statistics(draw: Draw) -> Case:
    """One hidden unit that is always 1: a token is all zero iff it was dropped inside; 6,000 tokens."""
    build = Build(
        "FeedForward",
        {"dim": 4, "hidden_dim": 1, "dropout": 0.3},
        seed=draw.seed(),
        weights=draw.weights({W1: 0.0, B1: 1.0, W2: 1.0, B2: 0.0}),
    )
    call = Call(
        "call", (torch.zeros(1, 6000, 4, dtype=torch.float64),), on="module", train=True, seed=draw.seed()
    )
    return Case("dropout_train_statistics", (build, call), derive=_rates, tolerance=0.04)


def _dropout_on_the_way(draw: Draw) -> Case:
    """One feature, one hidden unit, weights 1: each of 6,000 ones passes every dropout there is."""
    build = Build(
        "FeedForward",
        {"dim": 1, "hidden_dim": 1, "dropout": 0.3},
        seed=draw.seed(),
        weights=draw.weights({W1: 1.0, B1: 0.0, W2: 1.0, B2: 0.0}),
    )
    call = Call(
        "call", (torch.ones(1, 6000, 1, dtype=torch.float64),), on="module", train=True, seed=draw.seed()
    )
    return Case(
        "dropout_train_statistics", (build, call), derive=_rates, tolerance=0.04, name="dropout_on_the_way"
    )


def _dropout_behind_the_bias(draw: Draw) -> Case:
    """The hidden unit is off and the last bias 1: what is dropped at the end is 0, the bias with it; 6,000 tokens."""
    build = Build(
        "FeedForward",
        {"dim": 4, "hidden_dim": 1, "dropout": 0.3},
        seed=draw.seed(),
        weights=draw.weights({W1: 0.0, B1: 0.0, W2: 0.0, B2: 1.0}),
    )
    call = Call(
        "call", (torch.zeros(1, 6000, 4, dtype=torch.float64),), on="module", train=True, seed=draw.seed()
    )
    return Case(
        "dropout_train_statistics",
        (build, call),
        derive=_rates,
        tolerance=0.04,
        name="dropout_behind_the_bias",
    )


def _rates(seen: Observation) -> Observation:
    out = seen["call.out"][0]
    alive = out[(out != 0).any(-1)]
    return {
        "tokens_dropped": 1 - len(alive) / len(out),
        "elements_dropped": dropped(alive) if len(alive) else 1.0,
        "kept_value": kept_value(alive),
    }
