"""Known-wrong masks and decoder layers, one for each id of the catalogue, and pairs of faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

from .solution import DecoderLayer, causal_blocked_mask, combine_blocked_masks

Mask = Tensor | None
Forward = Callable[[Any, Tensor, Tensor, Mask, Mask], Any]
Namespace = Mapping[str, Any]

RIGHT: Namespace = {
    "causal_blocked_mask": causal_blocked_mask,
    "combine_blocked_masks": combine_blocked_masks,
    "DecoderLayer": DecoderLayer,
}


def _ones(size: int, device: Any) -> Tensor:
    return torch.ones(1, 1, size, size, dtype=torch.bool, device=device)


def _minus_inf(size: int, device: Any = None) -> Tensor:
    return torch.full((1, 1, size, size), float("-inf"), device=device).triu(1)


CAUSAL: Mapping[str, Callable[..., Any]] = {
    "causal-diagonal-blocked": lambda size, device=None: _ones(size, device).triu(0),
    "causal-mask-inverted": lambda size, device=None: _ones(size, device).tril(0),
    "causal-mask-transposed": lambda size, device=None: _ones(size, device).tril(-1),
    "causal-off-by-one-leaks-next": lambda size, device=None: _ones(size, device).triu(2),
    "causal-float-minus-inf": _minus_inf,
    "causal-two-dimensional": lambda size, device=None: _ones(size, device).triu(1)[0, 0],
}
COMBINED: Mapping[str, Callable[..., Any]] = {
    "masks-combined-with-and": lambda a, b: a & b,
    "masks-padding-dropped-when-combining": lambda a, b: a,
}


def _self(m: Any, x: Tensor, mask: Mask) -> Tensor:
    n = m.self_norm(x)
    return x + m.self_attn(n, n, n, mask)[0]


def _cross(m: Any, x: Tensor, memory: Tensor, mask: Mask) -> Tensor:
    return x + m.cross_attn(m.cross_norm(x), memory, memory, mask)[0]


def _ffn(m: Any, x: Tensor) -> Tensor:
    return x + m.ffn(m.ffn_norm(x))


def _right(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    return _ffn(m, _cross(m, _self(m, x, target), memory, source))


def _around(cross: Callable[[Any, Tensor, Tensor, Mask, Mask], Tensor]) -> Forward:
    """A layer that is right but for what its cross-attention gives: `cross(m, x, memory, target, source)`."""
    return lambda m, x, memory, target, source: _ffn(
        m, (h := _self(m, x, target)) + cross(m, h, memory, target, source)
    )


def _own_keys(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    n = m.cross_norm(x)
    return m.cross_attn(n, n, n, target)[0]


def _own_keys_source_mask(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    n = m.cross_norm(x)
    return m.cross_attn(n, n, n, source)[0]


def _own_keys_no_mask(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    n = m.cross_norm(x)
    return m.cross_attn(n, n, n)[0]


def _memory_asks(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    n = m.cross_norm(x)
    return m.cross_attn(memory, n, n, source)[0]


def _memory_normed(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    normed = m.cross_norm(memory)
    return m.cross_attn(m.cross_norm(x), normed, normed, source)[0]


def _memory_normed_apart(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    normed = m.memory_norm(memory)
    return m.cross_attn(m.cross_norm(x), normed, normed, source)[0]


def _keys_normed(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    return m.cross_attn(m.cross_norm(x), m.cross_norm(memory), memory, source)[0]


def _self_norm_again(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    return m.cross_attn(m.self_norm(x), memory, memory, source)[0]


def _self_attn_again(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    return m.self_attn(m.cross_norm(x), memory, memory, source)[0]


def _one_norm(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    h = _self(m, x, target)
    h = h + m.cross_attn(m.self_norm(h), memory, memory, source)[0]
    return h + m.ffn(m.self_norm(h))


def _post_ln(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    h = m.self_norm(x + m.self_attn(x, x, x, target)[0])
    h = m.cross_norm(h + m.cross_attn(h, memory, memory, source)[0])
    return m.ffn_norm(h + m.ffn(h))


LAYERS: Mapping[str, Forward] = {
    "dec-cross-attends-to-itself": _around(_own_keys),
    "dec-query-and-memory-swapped": _around(_memory_asks),
    "dec-masks-swapped": lambda m, x, memory, target, source: _right(m, x, memory, source, target),
    "dec-source-mask-dropped": lambda m, x, memory, target, source: _right(m, x, memory, target, None),
    "dec-target-mask-dropped": lambda m, x, memory, target, source: _right(m, x, memory, None, source),
    "dec-memory-normed-again": _around(_memory_normed),
    "dec-cross-attention-missing": lambda m, x, memory, target, source: _ffn(m, _self(m, x, target)),
    "dec-cross-before-self": lambda m, x, memory, target, source: _ffn(
        m, _self(m, _cross(m, x, memory, source), target)
    ),
    "dec-norm-reused": _around(_self_norm_again),
    "dec-attention-module-reused": _around(_self_attn_again),
    "dec-post-ln": _post_ln,
}


def layer(forward: Forward, *, without: Sequence[str] = (), extra: Sequence[str] = ()) -> Namespace:
    """Right masks and a DecoderLayer with another forward, without some modules or with further norms."""

    class Variant(DecoderLayer):
        def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
            super().__init__(dim, num_heads, hidden_dim, dropout)
            for name in without:
                delattr(self, name)
            for name in extra:
                self.add_module(name, nn.LayerNorm(dim))

        def forward(
            self,
            x: Tensor,
            memory: Tensor,
            target_blocked_mask: Mask = None,
            source_blocked_mask: Mask = None,
        ) -> Any:
            return forward(self, x, memory, target_blocked_mask, source_blocked_mask)

    return {**RIGHT, "DecoderLayer": Variant}


MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{fault: {**RIGHT, "causal_blocked_mask": function} for fault, function in CAUSAL.items()},
    **{fault: {**RIGHT, "combine_blocked_masks": function} for fault, function in COMBINED.items()},
    **{fault: layer(forward) for fault, forward in LAYERS.items()},
}

VARIANTS: Sequence[tuple[str, Namespace]] = (
    ("dec-cross-attends-to-itself", layer(_around(_own_keys_no_mask))),
    ("dec-cross-attends-to-itself", layer(_around(_own_keys_source_mask))),
    ("dec-memory-normed-again", layer(_around(_memory_normed_apart), extra=("memory_norm",))),
    ("dec-memory-normed-again", layer(_around(_keys_normed))),
    (
        "dec-cross-attention-missing",
        layer(LAYERS["dec-cross-attention-missing"], without=("cross_norm", "cross_attn")),
    ),
    ("dec-norm-reused", layer(LAYERS["dec-norm-reused"], without=("cross_norm",))),
    ("dec-norm-reused", layer(_one_norm)),
    ("dec-norm-reused", layer(_one_norm, without=("cross_norm", "ffn_norm"))),
    ("dec-attention-module-reused", layer(LAYERS["dec-attention-module-reused"], without=("cross_attn",))),
    ("masks-padding-dropped-when-combining", {**RIGHT, "combine_blocked_masks": lambda a, b: b}),
)


def _both_masks_dropped(m: Any, x: Tensor, memory: Tensor, target: Mask, source: Mask) -> Tensor:
    return _right(m, x, memory, None, None)


def _unmasked_source(forward: Forward) -> Forward:
    return lambda m, x, memory, target, source: forward(m, x, memory, target, None)


def _unmasked_target(forward: Forward) -> Forward:
    return lambda m, x, memory, target, source: forward(m, x, memory, None, source)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """A fault of either mask with one of the layer, and a dropped mask with another fault of the layer; faults of
    both masks are read off their steps.
    """
    faulty = {fault: MISCONCEPTIONS[fault]["DecoderLayer"] for fault in LAYERS}
    for (first, function), (second, made) in product(CAUSAL.items(), faulty.items()):
        yield (first, second), {**RIGHT, "causal_blocked_mask": function, "DecoderLayer": made}
    for (first, function), (second, made) in product(COMBINED.items(), faulty.items()):
        yield (first, second), {**RIGHT, "combine_blocked_masks": function, "DecoderLayer": made}
    yield ("dec-source-mask-dropped", "dec-target-mask-dropped"), layer(_both_masks_dropped)
    structural = [fault for fault in LAYERS if "mask" not in fault]
    for fault in structural:
        yield (fault, "dec-source-mask-dropped"), layer(_unmasked_source(LAYERS[fault]))
        yield (fault, "dec-target-mask-dropped"), layer(_unmasked_target(LAYERS[fault]))
