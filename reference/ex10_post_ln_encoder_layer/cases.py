"""Cases of exercise 10: those of exercise 8 for the other design, and what Post-LN promises of its output."""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Observation, blocked

from ..ex08_encoder_layer.cases import (
    DIM,
    DROPS_IN_ATTENTION,
    DROPS_IN_FFN,
    HEADS,
    MASK,
    NO_ATTENTION,
    NO_FFN,
    Layer,
    dropout_case,
    layer_cases,
)

__all__ = ["ENTRY", "HEADS", "cases"]

ENTRY = "PostLNEncoderLayer"
PLAIN_NORMS: Mapping[str, float | Tensor] = {
    f"{norm}.{kind}": value
    for norm in ("attn_norm", "ffn_norm")
    for kind, value in (("weight", 1.0), ("bias", 0.0))
}


def cases(draw: Draw) -> Iterator[Case]:
    """Yield the cases in the order of exercise.toml."""
    layer = Layer(draw, ENTRY)
    yield from layer_cases(layer)
    quiet_ffn, quiet_attention = NO_FFN | PLAIN_NORMS, NO_ATTENTION | PLAIN_NORMS
    yield from (
        dropout_case(layer, "attention", DROPS_IN_ATTENTION | quiet_ffn, _rates, dtype="float64"),
        dropout_case(layer, "ffn", DROPS_IN_FFN | quiet_attention, _rates, dtype="float64"),
    )
    yield _output_tokens(layer)


def _output_tokens(layer: Layer) -> Case:
    """With the last norm's own weights taken off, every token has mean 0 and variance 1."""
    gain, shift = 0.5 + layer.draw.normal(DIM).abs(), layer.draw.normal(DIM)
    build = layer.build(fixed={"ffn_norm.weight": gain, "ffn_norm.bias": shift})
    call = Call("call", (layer.draw.normal(2, 5, DIM),), {MASK: blocked("...xx", ".x...")}, on="module")

    def statistics(seen: Observation) -> Observation:
        bare = (seen["call.out"] - shift) / gain
        return {"mean": bare.mean(-1), "variance": bare.var(-1, correction=0)}

    return Case("output_tokens_normalised", (build, call), derive=statistics, tolerance=1e-3)


def _rates(seen: Observation) -> Observation:
    """How many tokens are constant before the last norm; how many elements of the others lie below 0."""
    tokens = seen["call.out"].reshape(-1, DIM)
    constant = (tokens.abs() < 1e-6).all(-1)
    others = tokens[~constant]
    return {
        "constant_tokens": float(constant.double().mean()),
        "low_elements": float((others < 0).double().mean()) if len(others) else torch.nan,
    }
