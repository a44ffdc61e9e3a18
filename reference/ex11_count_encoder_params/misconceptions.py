"""Known-wrong counts, one for each id of the catalogue, and pairs of them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations as pairs
from typing import Any

Namespace = Mapping[str, Any]

ATTENTION = "count-output-projection-forgotten"
TIMES_HEADS = "count-multiplied-by-heads"
OVER_HEADS = "count-heads-divide-projections"
NO_BIAS = "count-bias-forgotten"
ONE_MATRIX = "count-ffn-one-matrix"
FOUR_D = "count-ffn-assumes-4d"
BIAS_SWAPPED = "count-ffn-bias-dims-swapped"
NO_NORM = "count-layernorm-forgotten"
ONLY_GAMMA = "count-layernorm-only-gamma"
ONE_NORM = "count-one-norm-per-layer"
SHARED = "count-layers-shared"
NO_FINAL = "count-final-norm-forgotten"
FINAL_EACH = "count-final-norm-per-layer"
NORM_BIAS = "count-bias-flag-removes-norm-beta"

NAMES = (
    ATTENTION, TIMES_HEADS, OVER_HEADS, NO_BIAS, ONE_MATRIX, FOUR_D, BIAS_SWAPPED,
    NO_NORM, ONLY_GAMMA, ONE_NORM, SHARED, NO_FINAL, FINAL_EACH, NORM_BIAS,
)  # fmt: skip


def _count(*names: str, spelling: str = "") -> Namespace:
    """A count with all of these faults; `spelling` chooses another way to make the same mistake."""
    faults = frozenset(names)

    def count_encoder_params(
        dim: int,
        hidden_dim: int,
        num_layers: int,
        num_heads: int = 8,
        bias: bool = True,
        final_norm: bool = True,
    ) -> int:
        if FOUR_D in faults:
            hidden_dim = 4 * dim
        beta = 0 if ONLY_GAMMA in faults or (NORM_BIAS in faults and not bias) else dim
        norm = 0 if NO_NORM in faults else dim + beta
        final = norm if final_norm and NO_FINAL not in faults else 0
        if NO_NORM in faults and spelling == "layers only" and final_norm:
            final = 2 * dim
        layer = _attention(faults, spelling, dim, num_heads, bias) + _ffn(
            faults, spelling, dim, hidden_dim, bias
        )
        layer += norm if ONE_NORM in faults else 2 * norm
        layers = 1 if SHARED in faults else num_layers
        return layers * (layer + final) if FINAL_EACH in faults else layers * layer + final

    return {"count_encoder_params": count_encoder_params}


def _attention(faults: frozenset[str], spelling: str, dim: int, heads: int, bias: bool) -> int:
    maps = 3 if ATTENTION in faults else 4
    biased = bias and (NO_BIAS not in faults or spelling == "ffn only")
    weights, biases = dim * dim, dim if biased else 0
    if OVER_HEADS in faults:
        width = dim // heads
        if spelling == "output whole":
            return (maps - 1) * (dim * width + (width if biased else 0)) + weights + biases
        return maps * (dim * width + (width if biased and spelling == "biases too" else biases))
    if TIMES_HEADS in faults:
        if spelling == "output once":
            return heads * (maps - 1) * (weights + biases) + weights + biases
        return maps * (heads * weights + (biases if spelling == "weights only" else heads * biases))
    return maps * (weights + biases)


def _ffn(faults: frozenset[str], spelling: str, dim: int, hidden: int, bias: bool) -> int:
    if ONE_MATRIX in faults:
        out = {"": hidden, "both biases": hidden + dim, "output bias": dim}.get(spelling, hidden)
        return dim * hidden + (out if bias and NO_BIAS not in faults else 0)
    biases = hidden + dim
    if BIAS_SWAPPED in faults:
        biases = 2 * hidden if spelling == "hidden twice" else 2 * dim
    if NO_BIAS in faults and spelling != "attention only":
        biases = 0
    return 2 * dim * hidden + (biases if bias else 0)


MISCONCEPTIONS: Mapping[str, Namespace] = {name: _count(name) for name in NAMES}

VARIANTS: Sequence[tuple[str, Namespace]] = tuple(
    (name, _count(name, spelling=spelling))
    for name, spelling in (
        (TIMES_HEADS, "weights only"),
        (TIMES_HEADS, "output once"),
        (OVER_HEADS, "biases too"),
        (OVER_HEADS, "output whole"),
        (NO_BIAS, "attention only"),
        (NO_BIAS, "ffn only"),
        (ONE_MATRIX, "both biases"),
        (ONE_MATRIX, "output bias"),
        (BIAS_SWAPPED, "hidden twice"),
        (NO_NORM, "layers only"),
    )
)

HIDING = (
    {NO_NORM, ONLY_GAMMA}, {NO_NORM, ONE_NORM}, {NO_NORM, NO_FINAL}, {NO_NORM, FINAL_EACH},
    {NO_NORM, NORM_BIAS},
    {NO_FINAL, FINAL_EACH}, {ONLY_GAMMA, NORM_BIAS}, {NO_BIAS, BIAS_SWAPPED}, {ONE_MATRIX, BIAS_SWAPPED},
    {TIMES_HEADS, OVER_HEADS}, {SHARED, FINAL_EACH}, {ONE_NORM, NO_FINAL}, {ONLY_GAMMA, NO_FINAL},
)  # fmt: skip
"""Pairs of which one hides the other, or that give the same number as another pair."""


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield pairs of mistakes that show side by side."""
    for both in pairs(NAMES, 2):
        if set(both) not in HIDING:
            yield both, _count(*both)
