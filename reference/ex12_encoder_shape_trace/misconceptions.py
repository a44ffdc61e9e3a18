"""Known-wrong shapes, one set of keys for each id of the catalogue, other spellings, and pairs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations as pairs
from typing import Any

from .solution import Shape, encoder_shape_trace

Namespace = Mapping[str, Any]


@dataclass(frozen=True)
class Sizes:
    """B, S, D, H, F, L of one call, and d = D / H."""

    b: int
    s: int
    d: int
    h: int
    f: int
    layers: int

    @property
    def width(self) -> int:
        """The features of one head."""
        return self.d // self.h


Fault = Mapping[str, Callable[[Sizes], Shape]]
"""Key -> its wrong shape."""


def _at(keys: str, shape: Callable[[Sizes], Shape]) -> Fault:
    return dict.fromkeys(keys.split(), shape)


NORM = "norm_mean norm_var"
SEQUENCE_FIRST: Fault = {
    **_at(
        "embedded attn_norm heads_merged attn_out residual_1 ffn_out residual_2 memory",
        lambda n: (n.s, n.b, n.d),
    ),
    **_at(NORM, lambda n: (n.s, n.b, 1)),
    **_at("ffn_hidden", lambda n: (n.s, n.b, n.f)),
}

FAULTS: Mapping[str, Fault] = {
    "trace-mean-loses-last-axis": _at(NORM, lambda n: (n.b, n.s)),
    "trace-mean-per-feature": _at(NORM, lambda n: (1, 1, n.d)),
    "trace-mean-per-sample": _at(NORM, lambda n: (n.b, 1, 1)),
    "trace-gamma-per-token": _at("gamma", lambda n: (n.s, n.d)),
    "trace-gamma-scalar": _at("gamma", lambda n: (1,)),
    "trace-heads-not-transposed": _at("query_heads", lambda n: (n.b, n.s, n.h, n.width)),
    "trace-heads-full-width": _at("query_heads", lambda n: (n.b, n.h, n.s, n.d)),
    "trace-scores-without-heads": _at("attn_scores attn_weights", lambda n: (n.b, n.s, n.s)),
    "trace-scores-over-features": _at("attn_scores attn_weights", lambda n: (n.b, n.h, n.width, n.width)),
    "trace-mask-two-dimensional": _at("blocked_mask", lambda n: (n.b, n.s)),
    "trace-mask-on-query-axis": _at("blocked_mask", lambda n: (n.b, 1, n.s, 1)),
    "trace-mask-full": _at("blocked_mask", lambda n: (n.b, n.h, n.s, n.s)),
    "trace-attention-output-is-head-dim": _at("attn_out", lambda n: (n.b, n.s, n.width)),
    "trace-ffn-hidden-not-expanded": _at("ffn_hidden", lambda n: (n.b, n.s, n.d)),
    "trace-ffn-output-stays-wide": _at("ffn_out", lambda n: (n.b, n.s, n.f)),
    "trace-residual-doubles-features": _at("residual_1 residual_2", lambda n: (n.b, n.s, 2 * n.d)),
    "trace-memory-is-pooled": _at("memory", lambda n: (n.b, n.d)),
    "trace-memory-stacks-layers": _at("memory", lambda n: (n.layers, n.b, n.s, n.d)),
    "trace-embedding-one-hot": _at("token_ids", lambda n: (n.b, n.s, n.d)),
    "trace-sequence-first": {"token_ids": lambda n: (n.s, n.b), **SEQUENCE_FIRST},
}

SPELLINGS: Sequence[tuple[str, Fault]] = (
    *(("trace-mean-loses-last-axis", _at(key, lambda n: (n.b, n.s))) for key in NORM.split()),
    ("trace-mean-per-feature", _at(NORM, lambda n: (n.d,))),
    ("trace-mean-per-sample", _at(NORM, lambda n: (n.b,))),
    ("trace-mean-per-sample", _at(NORM, lambda n: (n.b, 1))),
    ("trace-gamma-per-token", _at("gamma", lambda n: (n.b, n.s, n.d))),
    ("trace-gamma-scalar", _at("gamma", lambda n: ())),
    ("trace-mask-full", _at("blocked_mask", lambda n: (n.b, 1, n.s, n.s))),
    ("trace-attention-output-is-head-dim", _at("heads_merged attn_out", lambda n: (n.b, n.s, n.width))),
    ("trace-ffn-output-stays-wide", _at("ffn_out residual_2", lambda n: (n.b, n.s, n.f))),
    ("trace-ffn-output-stays-wide", _at("ffn_out residual_2 memory", lambda n: (n.b, n.s, n.f))),
    ("trace-residual-doubles-features", _at("residual_1 residual_2 memory", lambda n: (n.b, n.s, 2 * n.d))),
    ("trace-memory-stacks-layers", _at("memory", lambda n: (n.b, n.layers, n.s, n.d))),
    ("trace-sequence-first", SEQUENCE_FIRST),
    (
        "trace-sequence-first",
        {
            "token_ids": lambda n: (n.s, n.b),
            **SEQUENCE_FIRST,
            **_at("attn_scores attn_weights", lambda n: (n.s, n.h, n.b, n.b)),
        },
    ),
)


def _trace(*faults: Fault) -> Namespace:
    def trace(batch: int, seq: int, dim: int, heads: int, hidden: int, layers: int = 1) -> dict[str, Shape]:
        n = Sizes(batch, seq, dim, heads, hidden, layers)
        shapes = encoder_shape_trace(batch, seq, dim, heads, hidden, layers)
        return {**shapes, **{key: shape(n) for fault in faults for key, shape in fault.items()}}

    return {"encoder_shape_trace": trace}


MISCONCEPTIONS: Mapping[str, Namespace] = {name: _trace(fault) for name, fault in FAULTS.items()}

VARIANTS: Sequence[tuple[str, Namespace]] = tuple((name, _trace(fault)) for name, fault in SPELLINGS)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield pairs of mistakes about different tensors."""
    for first, second in pairs(FAULTS, 2):
        if not FAULTS[first].keys() & FAULTS[second].keys():
            yield (first, second), _trace(FAULTS[first], FAULTS[second])
