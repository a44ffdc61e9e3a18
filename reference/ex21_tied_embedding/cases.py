"""Cases of exercise 21: vocab=11, D=8, B=2, S=5, nine positions; and B=S=D, where a swapped axis would hide.

Position tables are made in float32, and their angles grow with the position: a right table may be off by a
millionth for each position, so that short tables are compared to 2e-5 and long ones to 2e-4.
"""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Optimise,
    Read,
    Value,
    type_name,
)

VOCAB, DIM, LENGTH = 11, 8, 9
SIZES = {"vocab": VOCAB, "dim": DIM, "max_len": LENGTH}
SHORT, LONG = 2e-5, 2e-4
TABLE = "sinusoidal_positions"


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples(draw)
    yield from _positions()
    yield from _forward(draw)
    yield from _tie(draw)
    yield from _parts(draw)


def _build(draw: Draw, sizes: Mapping[str, int] = SIZES, **others: int) -> Build:
    return Build("TiedEmbedding", {**sizes, **others}, seed=draw.seed(), weights=draw.weights())


def _fresh(draw: Draw, **others: int) -> Build:
    """The module with the weights that it gives itself: for whatever does not depend on them."""
    return Build("TiedEmbedding", {**SIZES, **others}, seed=draw.seed())


def _ids(draw: Draw, *shape: int, vocab: int = VOCAB) -> Tensor:
    """Ids among which the padding 0 occurs."""
    ids = draw.integers(1, vocab, *shape)
    ids[-1, -1] = 0
    return ids


def _examples(draw: Draw) -> Iterator[Case]:
    """The statement's own examples."""
    yield Case("example_positions", (Call("call", (4, 6), target=TABLE),), tolerance=1e-5)
    rows = [
        [0.0, 0.0, 0.0, 0.0],
        [0.1, 0.2, 0.3, 0.4],
        [-0.5, 0.0, 0.5, 1.0],
        [1.0, 1.0, 0.0, 0.0],
        [0.0, 0.3, -0.3, 0.6],
    ]
    weights = draw.weights({name: torch.tensor(rows) for name in ("token.weight", "head.weight")})
    yield Case(
        "example_embedding",
        (
            Build(
                "TiedEmbedding",
                {"vocab": 5, "dim": 4, "max_len": 8},
                "float32",
                seed=draw.seed(),
                weights=weights,
            ),
            Call("embedded", (torch.tensor([[1, 2, 0], [4, 1, 3]]),), on="module"),
            Call("logits", (torch.tensor([1.0, 0.0, 2.0, -1.0]),), on="module", target="logits"),
            Read("same", "same", "head.weight,token.weight"),
        ),
        tolerance=SHORT,
    )


def _positions() -> Iterator[Case]:
    """The table by itself: several widths, one of them of a single pair, and a long one."""
    short = ((9, 8), (5, 2), (1, 6), (6, 6))
    yield Case(
        "sinusoid_values",
        tuple(Call(f"call{n}x{d}", (n, d), target=TABLE) for n, d in short),
        tolerance=SHORT,
        exact_dtype=True,
    )
    yield Case(
        "sinusoid_values",
        (Call("long", (), {"length": 60, "dim": 12}, target=TABLE),),
        tolerance=LONG,
        exact_dtype=True,
        name="sinusoid_long",
    )


def _forward(draw: Draw) -> Iterator[Case]:
    """Embedded sentences, shorter than the table and as long as it, with another pad_id, and the default
    length.
    """
    check = "forward_values"
    for name, shape in ((check, (2, 5)), ("forward_again", (3, LENGTH))):
        call = Call("call", (_ids(draw, *shape),), on="module")
        yield Case(check, (_build(draw), call), tolerance=SHORT, aligns=True, name=name)
    square = {"vocab": 7, "dim": 4, "max_len": 6}
    other = Call("call", (_ids(draw, 4, 4, vocab=7),), on="module")
    yield Case(check, (_build(draw, square, pad_id=3), other), tolerance=SHORT, name="forward_square")
    longest = Call("call", (_ids(draw, 1, 64),), on="module")
    default = Build("TiedEmbedding", {"vocab": VOCAB, "dim": DIM}, seed=draw.seed(), weights=draw.weights())
    yield Case(check, (default, longest), tolerance=LONG, name="forward_default_length")


def _tie(draw: Draw) -> Iterator[Case]:
    """One parameter in two places: the same object, also after a step, with a gradient from either use."""
    ids, h = _ids(draw, 2, 5), draw.normal(2, 5, DIM)
    yield Case(
        "weight_is_shared_object",
        (
            _fresh(draw),
            Read("same", "same", "head.weight,token.weight"),
            Read("parameters", "parameters"),
            Read("token", "attribute", "token.weight"),
            Read("head", "attribute", "head.weight"),
        ),
        derive=_shared,
        needs_values=False,
        any_form=True,
    )
    yield Case(
        "tie_survives_optimizer_step",
        (
            _fresh(draw),
            Optimise((h,), target="logits"),
            Optimise((ids,)),
            Read("token", "attribute", "token.weight"),
            Read("head", "attribute", "head.weight"),
        ),
        derive=_apart,
        needs_values=False,
        any_form=True,
    )
    real = draw.integers(1, VOCAB, 2, 5)
    yield Case(
        "gradient_sums_both_uses",
        (
            _fresh(draw),
            Call(
                "embedded",
                (real,),
                on="module",
                train=True,
                grad=("at token.weight", "at head.weight"),
                seed=draw.seed(),
            ),
            Call(
                "logits",
                (h,),
                on="module",
                target="logits",
                grad=("at token.weight", "at head.weight"),
                seed=draw.seed(),
            ),
        ),
        derive=_uses,
        needs_values=False,
        any_form=True,
    )


def _shared(seen: Observation) -> Observation:
    """Whether both names hold one object, or equal ones, and how many matrices of its size are trained."""
    rows = seen["parameters"] if isinstance(seen["parameters"], tuple) else ()
    matrices = [
        i
        for i, (_, shape, _, same) in enumerate(rows)
        if same == i and torch.Size(shape).numel() == VOCAB * DIM
    ]
    return {"same": seen["same"], "matrices": len(matrices), **_apart(seen)}


def _apart(seen: Observation) -> Observation:
    token, head = seen["token"], seen["head"]
    if not isinstance(token, Tensor) or not isinstance(head, Tensor) or token.shape != head.shape:
        return {"token": type_name(token), "head": type_name(head)}
    return {
        "token": type_name(token),
        "head": type_name(head),
        "apart": bool((token - head).abs().max() > 1e-9),
    }


def _uses(seen: Observation) -> Observation:
    """Which rows of either weight get a gradient from either use."""
    return {name: _rows(value) for name, value in seen.items() if ".grad." in name}


def _rows(gradient: Value) -> Value:
    if not isinstance(gradient, Tensor) or gradient.dim() != 2:
        return type_name(gradient)
    return tuple(gradient.abs().amax(dim=1).gt(1e-9).tolist())


def _parts(draw: Draw) -> Iterator[Case]:
    """Positions as a buffer, the padding row, the head."""
    yield Case(
        "positions_not_trainable_moves_with_to",
        (_fresh(draw), Read("positions", "attribute", "positions"), Read("buffers", "buffers")),
        derive=_buffer,
        needs_values=False,
        any_form=True,
    )
    padding = torch.full((2, 4), 3)
    yield Case(
        "padding_row_not_trained_by_embedding",
        (
            _fresh(draw, pad_id=3),
            Call("call", (padding,), on="module", train=True, grad=("at token.weight",), seed=draw.seed()),
        ),
        derive=_uses,
        needs_values=False,
        any_form=True,
    )
    shapes = ((DIM,), (4, DIM), (2, 3, DIM))
    yield Case(
        "logits_shape_no_bias",
        (
            _build(draw),
            *(
                Call(f"rank{len(s)}", (torch.zeros(s, dtype=torch.float64),), on="module", target="logits")
                for s in shapes
            ),
        ),
        needs_values=False,
    )


def _buffer(seen: Observation) -> Observation:
    """Whether `positions` is among the buffers, and its dtype in a float64 module."""
    paths = [path for path, _ in seen["buffers"]] if isinstance(seen["buffers"], tuple) else []
    positions = seen["positions"]
    dtype = str(positions.dtype) if isinstance(positions, Tensor) else type_name(positions)
    return {"buffer": "positions" in paths, "dtype": dtype}
