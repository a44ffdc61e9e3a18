"""Cases of exercise 1: few features, so that D and D - 1 differ; all axes different, and all equal."""

from collections.abc import Iterator

import torch
from torch import Tensor

from grader.authoring import (
    Call,
    Case,
    Draw,
    Observation,
    changed_inputs,
    finite_gradients,
    gap,
    gradients,
    with_token,
)

DIM = 6
FUNCTION = "manual_layer_norm"
MEAN, SPREAD = 0.8, 1.7
EPS_ROUNDED = 1e-7
"""Tolerance where eps may be as large as the variance: room for who keeps eps in a tensor of float32."""

SHOWN = 1e-5
"""Tolerance of cases that are not about eps: a fault of eps alone is told, and paid for, by those that are."""

DTYPES = {"float64": 1e-3, "float32": 1e-3, "float16": 0.05, "bfloat16": 0.05}
"""How far the result may be from the one in float64: native half precision stays well within."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    for size, name in ((DIM, ""), (4, "values_four_features"), (2, "values_two_features")):
        x = draw.normal(3, 5, size, mean=MEAN, scale=SPREAD)
        room = EPS_ROUNDED if size == 2 else 1e-9  # two features may lie close together
        yield Case(
            "values_small_D_fp64", (_call("call", x, *_affine(draw, size)),), tolerance=room, name=name
        )
    small = draw.normal(2, 3, DIM, mean=MEAN, scale=3e-3)
    gamma, beta = _affine(draw)
    yield Case("values_small_variance_fp64", (_call("call", small, gamma, beta),), tolerance=EPS_ROUNDED)
    yield _eps(draw.normal(2, 3, DIM, mean=MEAN, scale=SPREAD), small, gamma, beta)
    constant = torch.tensor([0.0, 2.0, -4.0], dtype=torch.float64)[:, None].expand(3, DIM)  # [3, D]
    constant = torch.stack((constant, 2 * constant))  # [2, 3, D], numbers that float32 holds exactly
    yield Case("constant_row_exact_value", (_call("call", constant, gamma, beta),))
    x = draw.normal(2, 3, DIM, mean=MEAN, scale=SPREAD)
    labels = ("0", "1", "2")
    yield Case(
        "gradients_vs_reference", (_call("call", x, gamma, beta, grad=labels, seed=draw.seed()),), gradients
    )
    mixed = torch.stack((x[0], constant[0]))  # [2, 3, D]
    yield Case(
        "gradient_finite_constant_row", (_call("call", mixed, gamma, beta, grad=labels),), finite_gradients
    )
    yield Case(
        "input_not_mutated",
        (_call("double", x, gamma, beta), _call("single", x.float(), gamma.float(), beta.float())),
        changed_inputs,
    )
    yield _ranks(draw.normal(2, 3, 4, DIM, mean=MEAN, scale=SPREAD), gamma, beta)
    square = draw.normal(DIM, DIM, DIM, mean=MEAN, scale=SPREAD)
    yield Case("square_shapes_S_eq_D", (_call("call", square, gamma, beta),), tolerance=SHOWN)
    yield _dtypes(x, gamma, beta)
    yield from _independence(draw, gamma, beta)
    x = draw.normal(2, 3, 1, mean=MEAN, scale=SPREAD)
    yield Case("D_equals_1_gives_beta", (_call("call", x, *_affine(draw, 1)),))
    yield from _narrow(draw)


def _examples() -> Iterator[Case]:
    """The statement's own examples, in float32."""
    x = torch.tensor([[1.0, 2.0, 3.0, 6.0], [0.5, 0.5, 0.5, 2.5]])
    gamma, beta = torch.tensor([1.0, 2.0, 0.5, 1.0]), torch.tensor([0.0, 0.5, -1.0, 2.0])
    yield Case("example_two_tokens", (_call("call", x, gamma, beta),), tolerance=SHOWN)
    x = torch.tensor([[2.0, 2.0, 2.0, 2.0], [0.0, 0.01, 0.02, 0.03]])
    plain = (torch.ones(4), torch.zeros(4))
    yield Case("example_constant_and_small_token", (_call("call", x, *plain),), tolerance=1e-6)


def _call(
    name: str,
    x: Tensor,
    gamma: Tensor,
    beta: Tensor,
    grad: tuple[str, ...] = (),
    seed: int = 0,
    **kwargs: float,
) -> Call:
    return Call(name, (x, gamma, beta), kwargs, target=FUNCTION, grad=grad, seed=seed)


def _affine(draw: Draw, size: int = DIM) -> tuple[Tensor, Tensor]:
    """gamma, beta: [size], both random: the usual ones and zeros hide half of the faults."""
    return draw.normal(size, mean=1.0, scale=0.5), draw.normal(size, scale=0.5)


def _eps(x: Tensor, small: Tensor, gamma: Tensor, beta: Tensor) -> Case:
    """Another eps must give another result, whatever else is wrong; other cases compare values."""
    pairs = {"larger": (x, 1e-5, 0.3), "largest": (x, 0.3, 2.0), "smaller": (small, 1e-5, 1e-9)}
    steps = (
        _call(f"{name}{i}", t, gamma, beta, eps=eps[i]) for name, (t, *eps) in pairs.items() for i in range(2)
    )
    return Case(
        "eps_argument_honoured",
        tuple(steps),
        lambda seen: {n: bool((seen[f"{n}0.out"] - seen[f"{n}1.out"]).abs().max() > 1e-6) for n in pairs},
    )


def _ranks(x: Tensor, gamma: Tensor, beta: Tensor) -> Case:
    """The same tokens in one, two, three and four axes; x: [2, 3, 4, D]."""
    flat = x.reshape(1, 24, DIM)
    ranks = {"rank4": (x, flat), "rank2": (flat[0], flat), "rank1": (flat[0, 7], flat[:, 7:8])}
    steps = (
        _call(name + kind, t, gamma, beta)
        for name, pair in ranks.items()
        for kind, t in zip(("", "_as_three"), pair, strict=True)
    )
    return Case(
        "rank_agnostic",
        tuple(steps),
        lambda seen: {n: seen[f"{n}.out"].flatten() - seen[f"{n}_as_three.out"].flatten() for n in ranks},
    )


def _independence(draw: Draw, gamma: Tensor, beta: Tensor) -> Iterator[Case]:
    for shape, name in (((2, 5, DIM), ""), ((DIM, DIM, DIM), "token_independence_square")):
        x = draw.normal(*shape, mean=MEAN, scale=SPREAD)
        moved, others = with_token(x, 0, 2, x[0, 2] + draw.normal(DIM))
        yield Case(
            "token_independence",
            (_call("call", x, gamma, beta), _call("moved", moved, gamma, beta)),
            gap("call", "moved", at=others),
            name=name,
        )


def _dtypes(x: Tensor, gamma: Tensor, beta: Tensor) -> Case:
    """Mild tokens, of numbers that every dtype holds exactly; what float64 gives says what the code meant."""
    mild = (x - x.mean(-1, keepdim=True)) / x.std(-1, keepdim=True) + 0.5
    exact = [t.bfloat16().double().to(torch.float16) for t in (mild, gamma, beta)]
    return Case(
        "dtype_preserved",
        tuple(_call(name, *(t.to(getattr(torch, name)) for t in exact)) for name in DTYPES),
        _alike_in_all,
        exact_dtype=True,
    )


def _alike_in_all(seen: Observation) -> Observation:
    found: dict[str, object] = {}
    wide = seen["float64.out"]
    for name, room in DTYPES.items():
        out = seen[f"{name}.out"]
        found[f"{name}.out"] = str(out.dtype)
        found[f"{name}.near"] = bool(((out.double() - wide).abs() <= room * (1 + wide.abs())).all())
    return found


def _narrow(draw: Draw) -> Iterator[Case]:
    """Numbers that are hard for narrow dtypes; the function's own result in float64 says what it meant."""
    gamma, beta = _affine(draw, 64)
    offset = draw.normal(2, 4, 64, mean=1e4, scale=3.0)
    large = draw.normal(2, 4, 64, scale=300.0)
    for check, x, dtype in (
        ("large_offset_fp32", offset, torch.float32),
        ("half_precision_large_values", large, torch.float16),
    ):
        narrow = [t.to(dtype) for t in (x, gamma, beta)]
        yield Case(
            check,
            (_call("narrow", *narrow), _call("wide", *(t.double() for t in narrow))),
            lambda seen: {"alike": bool(((seen["narrow.out"] - seen["wide.out"]).abs() < 0.1).all())},
        )
