"""Cases of exercise 8: B=2, S=5, D=12, H=3, F=20; and B=S=H=D=F, where a swapped axis would hide."""

from collections.abc import Callable, Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import (
    Build,
    Call,
    Case,
    Draw,
    Observation,
    Read,
    blocked,
    changed_inputs,
    dropped,
    gap,
    kept_value,
    trained_numbers,
)

HEADS = 3
DIM = 12
SIZES = {"dim": DIM, "num_heads": HEADS, "hidden_dim": 20}
ENTRY = "EncoderLayer"
MASK = "source_blocked_mask"

OUT_WEIGHT, OUT_BIAS = "self_attn.out_proj.weight", "self_attn.out_proj.bias"
VALUE_WEIGHT, VALUE_BIAS = "self_attn.v_proj.weight", "self_attn.v_proj.bias"
W1, B1, W2, B2 = (f"ffn.net.{place}" for place in ("0.weight", "0.bias", "3.weight", "3.bias"))
NO_ATTENTION = {OUT_WEIGHT: 0.0, OUT_BIAS: 0.0}
NO_FFN = {W2: 0.0, B2: 0.0}
PROJECTIONS = tuple(f"self_attn.{name}_proj" for name in ("q", "k", "v", "out"))

DROPPING_CALLS, TOKENS_DROPPED = 4, 1500
"""6000 tokens in parts, as samples of one token each: attention across the batch must fit into memory."""


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    yield from layer_cases(Layer(draw, ENTRY))
    layer = Layer(draw, ENTRY)
    yield from (
        dropout_case(layer, "attention", DROPS_IN_ATTENTION | NO_FFN, _rates),
        dropout_case(layer, "ffn", DROPS_IN_FFN | NO_ATTENTION, _rates),
    )
    x = draw.normal(2, 5, DIM)
    yield Case(
        "identity_when_sublayers_are_zero",
        (layer.build(fixed=NO_ATTENTION | NO_FFN), Call("call", (x,), on="module")),
        tolerance=1e-12,
    )


class Layer:
    """Makes the steps of cases for one entry; exercise 10 has the same cases for its own."""

    def __init__(self, draw: Draw, entry: str) -> None:
        self.draw = draw
        self.entry = entry

    def build(
        self,
        sizes: Mapping[str, int] = SIZES,
        *,
        dropout: float | None = None,
        fixed: Mapping[str, float | Tensor] | None = None,
        dtype: str = "float64",
    ) -> Build:
        """Construct the layer with random weights, except the fixed ones."""
        kwargs = dict(sizes) if dropout is None else {**sizes, "dropout": dropout}
        return Build(self.entry, kwargs, dtype, seed=self.draw.seed(), weights=self.draw.weights(fixed))


def layer_cases(layer: Layer) -> Iterator[Case]:
    """The cases that both designs share, from the examples to eval_deterministic."""
    yield from _examples(layer)
    yield from _values(layer)
    yield from _padding(layer)
    yield from _independence(layer)
    yield from _contract(layer)


def _examples(layer: Layer) -> Iterator[Case]:
    """The statement's own examples: identity maps, no bias but one in ffn_norm."""
    fixed: dict[str, float | Tensor] = {
        "attn_norm.weight": 1.0,
        "attn_norm.bias": 0.0,
        "ffn_norm.weight": 1.0,
        "ffn_norm.bias": torch.tensor([0.0, 1.0, 0.0, -1.0]),
    }
    for owner in (*PROJECTIONS, "ffn.net.0", "ffn.net.3"):
        fixed |= {f"{owner}.weight": torch.eye(4), f"{owner}.bias": 0.0}
    x = torch.tensor([[[1.0, 2.0, 3.0, 6.0], [0.0, 4.0, 0.0, 4.0], [5.0, 1.0, 1.0, 1.0]]])
    build = layer.build({"dim": 4, "num_heads": 2, "hidden_dim": 4}, fixed=fixed, dtype="float32")
    yield Case("example_no_mask", (build, Call("call", (x,), on="module")), tolerance=1e-5, exact_dtype=True)
    masked = Call("call", (x, blocked("..x")), on="module")
    yield Case("example_last_token_padded", (build, masked), tolerance=1e-5, exact_dtype=True)


def _values(layer: Layer) -> Iterator[Case]:
    """Values without a mask, with one, and of inputs that hardly vary."""
    draw, build = layer.draw, layer.build
    check = "values_no_mask"
    x = draw.normal(2, 5, DIM)
    yield Case(check, (build(), Call("call", (x,), on="module")), aligns=True)
    again = draw.normal(3, 4, DIM, mean=0.5)
    yield Case(
        check,
        (build(), Call("call", (again,), {MASK: None}, on="module")),
        aligns=True,
        name="values_again",
    )
    single = Call("call", (draw.normal(1, 1, DIM),), on="module")
    yield Case(check, (build(), single), name="values_one_token")
    square = {"dim": HEADS, "num_heads": HEADS, "hidden_dim": HEADS}
    cube = draw.normal(HEADS, HEADS, HEADS)
    yield Case(check, (build(square), Call("call", (cube,), on="module")), name="values_square")
    single_precision = Call("call", (x.float(),), on="module")
    yield Case(
        check,
        (build(dtype="float32"), single_precision),
        tolerance=1e-5,
        exact_dtype=True,
        name="values_float32",
    )
    check, mask = "values_masked", blocked("...xx", ".x...")
    yield Case(check, (build(), Call("call", (x,), {MASK: mask}, on="module")))
    squarely = Call("call", (cube, blocked("..x", "x..", "...")), on="module")
    yield Case(check, (build(square), squarely), name="values_masked_square")
    still = {VALUE_BIAS: 0.0, OUT_BIAS: 0.0}  # so that attention adds as little as it was given
    tiny = Call("call", (draw.normal(2, 5, DIM, scale=1e-3),), on="module")
    yield Case("values_tiny_variance_input", (build(fixed=still), tiny))


def _padding(layer: Layer) -> Iterator[Case]:
    """Padding moves no real token, and is itself computed like any other token."""
    draw, build = layer.draw, layer.build
    mask = blocked("...xx", ".x...")
    real = ~mask[:, 0, 0]  # [B, S]
    x = draw.normal(2, 5, DIM)
    other = torch.where(real[..., None], x, draw.normal(2, 5, DIM, scale=2.0))
    yield Case(
        "padding_content_invariance",
        (build(), *(Call(n, (t,), {MASK: mask}, on="module") for n, t in (("one", x), ("other", other)))),
        derive=gap("one", "other", at=real),
        needs_values=False,
    )
    twins = x.clone()
    twins[0, 4], twins[1, 1] = twins[0, 1], twins[1, 3]
    yield Case(
        "padded_query_rows_still_computed",
        (build(), Call("call", (twins,), {MASK: mask}, on="module")),
        derive=lambda seen: {
            "gap": torch.stack(
                [
                    seen["call.out"][0, 4] - seen["call.out"][0, 1],
                    seen["call.out"][1, 1] - seen["call.out"][1, 3],
                ]
            )
        },
        needs_values=False,
    )
    padded = torch.cat([x, draw.normal(2, 3, DIM)], dim=1)
    longer = torch.cat([mask, blocked("xxx", "xxx")], dim=-1)
    yield Case(
        "padding_length_invariance",
        (
            build(),
            Call("short", (x,), {MASK: mask}, on="module"),
            Call("long", (padded,), {MASK: longer}, on="module"),
        ),
        derive=gap("short", "long", at=real, of_second=lambda out: out[:, :5]),
        needs_values=False,
    )


def _independence(layer: Layer) -> Iterator[Case]:
    """Samples do not see each other, and the order of tokens means nothing."""
    draw, build = layer.draw, layer.build
    mask = blocked("...xx", ".x...", ".....")
    x = draw.normal(3, 5, DIM)
    moved = x.clone()
    moved[1] = draw.normal(5, DIM)
    yield Case(
        "batch_independence",
        (build(), *(Call(n, (t,), {MASK: mask}, on="module") for n, t in (("one", x), ("moved", moved)))),
        derive=gap("one", "moved", at=[0, 2]),
        needs_values=False,
    )
    order = torch.tensor([3, 1, 4, 0, 2])
    yield Case(
        "permutation_equivariance",
        (
            build(),
            Call("call", (x,), {MASK: mask}, on="module"),
            Call("permuted", (x[:, order],), {MASK: mask[..., order]}, on="module"),
        ),
        derive=gap("call", "permuted", of_first=lambda out: out[:, order]),
        needs_values=False,
    )


def _contract(layer: Layer) -> Iterator[Case]:
    """Gradients, inputs, sizes, parameters, eval mode."""
    draw, build = layer.draw, layer.build
    mask = blocked("...xx", ".x...")
    x = draw.normal(2, 5, DIM)
    train = Call("call", (x,), {MASK: mask}, on="module", train=True, seed=draw.seed())
    slopes = Call(
        "call", (x,), {MASK: mask}, on="module", train=True, seed=draw.seed(), grad=("0", "parameters")
    )
    yield Case("gradients_vs_reference", (build(), slopes))
    yield Case(
        "input_not_mutated",
        (build(), train),
        derive=changed_inputs,
        needs_values=False,
        any_form=True,
    )
    yield Case(
        "shape_S1_B0",
        (
            build(),
            Call("single", (x[:, :1],), {MASK: mask[..., :1]}, on="module"),
            Call("empty", (x[:0],), {MASK: mask[:0]}, on="module"),
        ),
        derive=lambda seen: {name: tuple(seen[name].shape) for name in ("single.out", "empty.out")},
        needs_values=False,
    )
    yield parameter_count(layer)
    yield Case(
        "eval_deterministic",
        (build(dropout=0.5), *(Call(n, (x,), on="module", seed=draw.seed()) for n in ("one", "two"))),
        derive=gap("one", "two"),
        needs_values=False,
    )


def parameter_count(layer: Layer) -> Case:
    """How many numbers are trained, however they are cut into tensors."""
    build = Build(layer.entry, SIZES, seed=layer.draw.seed())
    return Case(
        "parameter_count",
        (build, Read("parameters", "parameters")),
        derive=trained_numbers,
        needs_values=False,
    )


DROPS_IN_ATTENTION: Mapping[str, float | Tensor] = {
    VALUE_WEIGHT: 0.0,
    VALUE_BIAS: 1.0,
    OUT_WEIGHT: torch.eye(DIM),
    OUT_BIAS: 0.0,
}
"""A single key: a head of the attention's output is 0 iff its weight was dropped, 1 / (1 - p) else."""

DROPS_IN_FFN: Mapping[str, float | Tensor] = {W1: 0.0, B1: 1.0, W2: 1.0, B2: 0.0}
"""One hidden unit, always 1: a token is all zero iff it was dropped; p again for each of its elements."""


def dropout_case(
    layer: Layer,
    part: str,
    fixed: Mapping[str, float | Tensor],
    rates: Callable[[Observation], Observation],
    dtype: str = "float32",
) -> Case:
    """Statistics of what training mode drops in one part, on tokens of zeros; p = 0.3."""
    build = layer.build({**SIZES, "hidden_dim": 1}, dropout=0.3, fixed=fixed, dtype=dtype)
    zeros = torch.zeros(TOKENS_DROPPED, 1, DIM, dtype=getattr(torch, dtype))
    names = [f"call{i}" for i in range(DROPPING_CALLS)]
    calls = (Call(name, (zeros,), on="module", train=True, seed=layer.draw.seed()) for name in names)
    return Case(
        "dropout_train_statistics",
        (build, *calls),
        derive=lambda seen: rates({"call.out": torch.cat([seen[f"{name}.out"] for name in names])}),
        tolerance=0.04,
        name=f"dropout_in_{part}",
    )


def _rates(seen: Observation) -> Observation:
    """How many heads are dropped as a whole, how many elements of the others, and what the kept ones are."""
    heads = seen["call.out"].reshape(-1, HEADS, DIM // HEADS)
    tokens = seen["call.out"].reshape(-1, DIM)
    return {
        "tokens_dropped": dropped(tokens, axes=1),
        "heads_dropped": dropped(heads, axes=1),
        "elements_dropped": dropped(tokens),
        "kept_value": kept_value(tokens),
    }
