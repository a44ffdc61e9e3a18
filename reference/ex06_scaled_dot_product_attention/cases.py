"""Cases of exercise 6: B=2, H=3, Sq=4, Sk=5, d=8, dv=6, and all sizes 4, where a swapped axis hides."""

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, changed_inputs, gradients

FUNCTION = "scaled_dot_product_attention"
QUERIES, KEYS, WIDTH, VALUE_WIDTH = 4, 5, 8, 6
EXACT_WIDTH = 4
"""Its root is a float32: large scores tell no code apart that takes the root in float32, as much code does."""
INPUTS = ("q", "k", "v")

MASKED = 1e-6
"""Tolerance where a mask is in play: room for who renormalises and adds 1e-9 to the sum."""
ROOTED = 1e-6
"""Tolerance where the width's root is no float32: room for torch.sqrt(torch.tensor(d))."""

Inputs = Mapping[str, Any]


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from _examples()
    plain = inputs(draw)
    yield Case("values_no_mask", (_call("call", plain),), tolerance=ROOTED)
    square = {name: draw.normal(4, 4, 4, 4) for name in INPUTS}
    yield Case("values_square_self", (_call("call", square, blocked_mask=None),))
    yield from _masked(draw, square)
    yield from _sums(draw)
    yield _blocked_content(draw)
    yield _large(draw)
    yield Case("values_scores_x300_unmasked", (_call("call", _huge(draw)),))
    yield from _fully_blocked(draw)
    yield Case(
        "gradients_vs_reference",
        (_call("call", inputs(draw), key_mask(draw), grad=INPUTS, grad_item=0, seed=draw.seed()),),
        derive=gradients,
        tolerance=MASKED,
    )
    yield _ranks(draw)
    yield Case(
        "input_not_mutated",
        (_call("call", inputs(draw)), _call("masked", inputs(draw), key_mask(draw))),
        derive=changed_inputs,
        any_form=True,
    )
    single = {name: value[..., :1, :] if name != "q" else value for name, value in inputs(draw).items()}
    yield Case("single_key_returns_value", (_call("call", single),))


def inputs(draw: Draw, width: int = WIDTH) -> dict[str, Tensor]:
    """q [2, 3, 4, width], k [2, 3, 5, width], v [2, 3, 5, 6], float64."""
    return {
        "q": draw.normal(2, 3, QUERIES, width),
        "k": draw.normal(2, 3, KEYS, width),
        "v": draw.normal(2, 3, KEYS, VALUE_WIDTH),
    }


def key_mask(draw: Draw) -> Tensor:
    """[2, 1, 1, 5] bool: in each sample one to three keys are blocked, not the same number."""
    mask = torch.zeros(2, KEYS, dtype=torch.bool)
    first = int(draw.integers(1, 3, 1))
    for sample, count in enumerate((first, 4 - first if first != 2 else 1)):
        mask[sample, draw.normal(KEYS).argsort()[:count]] = True
    return mask[:, None, None, :]


def _call(name: str, of: Inputs, blocked_mask: Any = Inputs, **options: Any) -> Call:
    """A call by keyword; without `blocked_mask` the argument is left out."""
    kwargs = dict(of) if blocked_mask is Inputs else {**of, "blocked_mask": blocked_mask}
    return Call(name, kwargs=kwargs, target=FUNCTION, **options)


def _examples() -> Iterator[Case]:
    """The statement's own examples: two queries, three keys."""
    of = {
        "q": torch.tensor([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 0.0]]),
        "k": torch.tensor([[1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]]),
        "v": torch.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]),
    }
    last = torch.tensor([[False, False, True]])
    yield Case("example_two_queries_three_keys", (_call("call", of),), tolerance=1e-6)
    yield Case("example_last_key_blocked", (_call("call", of, last),), tolerance=1e-6)


def _masked(draw: Draw, square: Inputs) -> Iterator[Case]:
    """A mask of keys, one of pairs, one of two axes, and one of pairs where all sizes are equal."""

    def values(name: str, of: Inputs, mask: Tensor) -> Case:
        return Case("values_with_mask", (_call("call", of, mask),), tolerance=MASKED, name=name)

    yield values("values_keys", inputs(draw), key_mask(draw))
    yield values("values_pairs", inputs(draw), _pairs(draw, 2, 1, QUERIES, KEYS))
    yield values("values_two_axes", inputs(draw), _pairs(draw, QUERIES, KEYS))
    yield values("values_square_masked", square, _pairs(draw, 4, 1, 4, 4))


def _pairs(draw: Draw, *shape: int) -> Tensor:
    """Random pairs, two keys blocked for every query: never all, never none."""
    return draw.normal(*shape).argsort(dim=-1) < 2


def _sums(draw: Draw) -> Iterator[Case]:
    check = "rows_sum_to_one_over_keys"
    yield Case(
        check,
        (_call("call", inputs(draw)),),
        derive=lambda seen: {
            "sum over the keys": seen["call.out"][1].sum(dim=-1),
            "all positive": bool((seen["call.out"][1] > 0).all()),
        },
    )
    yield Case(
        check,
        (_call("call", inputs(draw), key_mask(draw)),),
        derive=lambda seen: {"sum over the keys": seen["call.out"][1].sum(dim=-1)},
        tolerance=MASKED,
        name="rows_sum_to_one_masked",
    )


def _blocked_content(draw: Draw) -> Case:
    """Other keys and values stand at the blocked places."""
    of, mask = inputs(draw), key_mask(draw)
    places = mask.squeeze(1).squeeze(1)[:, None, :, None]  # [B, 1, Sk, 1]
    other = {
        "q": of["q"],
        "k": torch.where(places, draw.normal(2, 3, KEYS, WIDTH), of["k"]),
        "v": torch.where(places, draw.normal(2, 3, KEYS, VALUE_WIDTH), of["v"]),
    }
    return Case(
        "blocked_key_content_irrelevant",
        (_call("call", of, mask), _call("other", other, mask)),
        derive=lambda seen: {
            "output": seen["call.out"][0] - seen["other.out"][0],
            "weights": seen["call.out"][1] - seen["other.out"][1],
        },
        tolerance=MASKED,
    )


def _large(draw: Draw) -> Case:
    """Scores around 600 at blocked keys and around -600 at the others: e to the difference is no float64."""
    of, mask = inputs(draw, EXACT_WIDTH), key_mask(draw)
    of["q"][..., 0] = 60.0
    of["k"][..., 0] = torch.where(mask[:, :, 0], 10.0, -10.0) * EXACT_WIDTH**0.5
    return Case("large_scores_still_blocked", (_call("call", of, mask),))


def _huge(draw: Draw) -> dict[str, Tensor]:
    """Scores 300 times as large as usual, one of them 3000 for certain."""
    of = inputs(draw, EXACT_WIDTH)
    of["q"] = of["q"] * 300
    of["q"][0, 0, 0], of["k"][0, 0, 0] = 0.0, 0.0
    of["q"][0, 0, 0, 0], of["k"][0, 0, 0, 0] = 1000.0, 3.0 * EXACT_WIDTH**0.5
    return of


def _fully_blocked(draw: Draw) -> Iterator[Case]:
    """One query without a key, and one sample without a key."""
    pairs = _pairs(draw, 2, 1, QUERIES, KEYS)
    row = int(draw.integers(0, QUERIES, 1))
    pairs[1, 0, row] = True
    sample = key_mask(draw)
    sample[1] = True
    yield Case(
        "fully_blocked_row_zero",
        (_call("call", inputs(draw), pairs), _call("sample", inputs(draw), sample)),
        derive=lambda seen: {
            "output": seen["call.out"][0][1, :, row],
            "weights": seen["call.out"][1][1, :, row],
            "output of the sample": seen["sample.out"][0][1],
            "weights of the sample": seen["sample.out"][1][1],
        },
    )
    yield Case(
        "fully_blocked_row_gradient_finite",
        (_call("call", inputs(draw), pairs, grad=INPUTS, grad_item=0, seed=draw.seed()),),
        derive=lambda seen: {"finite": all(bool(seen[f"call.grad.{n}"].isfinite().all()) for n in INPUTS)},
    )


def _ranks(draw: Draw) -> Case:
    """[B, S, d] gives what [B, 1, S, d] gives, with and without a mask."""
    of = {name: value[:, 0] for name, value in inputs(draw).items()}
    deeper = {name: value[:, None] for name, value in of.items()}
    mask = key_mask(draw)
    return Case(
        "three_dim_inputs",
        (
            _call("three", of),
            _call("four", deeper),
            _call("three_masked", of, mask[:, 0]),
            _call("four_masked", deeper, mask),
        ),
        derive=lambda seen: {
            f"{item}{kind}": seen[f"three{kind}.out"][i] - seen[f"four{kind}.out"][i][:, 0]
            for kind in ("", "_masked")
            for i, item in enumerate(("output", "weights"))
        },
        tolerance=MASKED,
    )
