"""Known-wrong Pre-LN layers: one for each id of the catalogue, faulty norms inside, and pairs of faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from torch import Tensor, nn

from .norm_faults import NORMS, USUAL, NormFactory, eps_factory
from .solution import EncoderLayer

Mask = Tensor | None
Forward = Callable[[Any, Tensor, Mask], Any]
Namespace = Mapping[str, Any]


def _attention(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.self_attn(x, x, x, mask)[0]


def _right(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return _then_ffn(m, x + _attention(m, m.attn_norm(x), mask))


def _then_ffn(m: Any, h: Tensor) -> Tensor:
    return h + m.ffn(m.ffn_norm(h))


def _post_ln(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = m.attn_norm(x + _attention(m, x, mask))
    return m.ffn_norm(h + m.ffn(h))


def _one_norm(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + _attention(m, m.attn_norm(x), mask)
    return h + m.ffn(m.attn_norm(h))


def _ffn_norm_missing(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + _attention(m, m.attn_norm(x), mask)
    return h + m.ffn(h)


def _ffn_residual_missing(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.ffn(m.ffn_norm(x + _attention(m, m.attn_norm(x), mask)))


def _stale_residual(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return x + m.ffn(m.ffn_norm(x + _attention(m, m.attn_norm(x), mask)))


def _parallel(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return x + _attention(m, m.attn_norm(x), mask) + m.ffn(m.ffn_norm(x))


def _residual_from_normed(m: Any, x: Tensor, mask: Mask) -> Tensor:
    n = m.attn_norm(x)
    return _then_ffn(m, n + _attention(m, n, mask))


def _both_residuals_from_normed(m: Any, x: Tensor, mask: Mask) -> Tensor:
    n = m.attn_norm(x)
    n = m.ffn_norm(n + _attention(m, n, mask))
    return n + m.ffn(n)


def _values_not_normed(m: Any, x: Tensor, mask: Mask) -> Tensor:
    n = m.attn_norm(x)
    return _then_ffn(m, x + m.self_attn(n, n, x, mask)[0])


def _ffn_first(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = _then_ffn(m, x)
    return h + _attention(m, m.attn_norm(h), mask)


def _norms_swapped(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + _attention(m, m.ffn_norm(x), mask)
    return h + m.ffn(m.attn_norm(h))


def _norm_on_output(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + m.attn_norm(_attention(m, x, mask))
    return h + m.ffn_norm(m.ffn(h))


def _in_place(m: Any, x: Tensor, mask: Mask) -> Tensor:
    x += _attention(m, m.attn_norm(x), mask)
    x += m.ffn(m.ffn_norm(x))
    return x


def _zeroed(forward: Forward) -> Forward:
    def zeroing(m: Any, x: Tensor, mask: Mask) -> Tensor:
        y = forward(m, x, mask)
        return y if mask is None else y.masked_fill(mask[:, 0, 0, :, None], 0.0)

    return zeroing


def _with_weights(m: Any, x: Tensor, mask: Mask) -> tuple[Tensor, Tensor]:
    n = m.attn_norm(x)
    attended, weights = m.self_attn(n, n, n, mask)
    return _then_ffn(m, x + attended), weights


def _unmasked(forward: Forward) -> Forward:
    return lambda m, x, mask: forward(m, x, None)


def _inverted(forward: Forward) -> Forward:
    return lambda m, x, mask: forward(m, x, None if mask is None else ~mask)


FORWARDS: Mapping[str, Forward] = {
    "enc-post-ln": _post_ln,
    "enc-one-norm-shared": _one_norm,
    "enc-ffn-norm-missing": _ffn_norm_missing,
    "enc-attention-residual-missing": lambda m, x, mask: _then_ffn(m, _attention(m, m.attn_norm(x), mask)),
    "enc-ffn-residual-missing": _ffn_residual_missing,
    "enc-parallel-sublayers": _parallel,
    "enc-stale-residual": _stale_residual,
    "enc-residual-from-normed": _residual_from_normed,
    "enc-values-not-normed": _values_not_normed,
    "enc-ffn-before-attention": _ffn_first,
    "enc-norms-swapped": _norms_swapped,
    "enc-extra-norm-at-end": lambda m, x, mask: m.ffn_norm(_right(m, x, mask)),
    "enc-norm-on-sublayer-output": _norm_on_output,
}
"""Wrong flows; each may meet a fault of the mask or of the norms."""

AROUND: Mapping[str, Callable[[Forward], Forward]] = {
    "enc-mask-dropped": _unmasked,
    "enc-mask-inverted": _inverted,
    "enc-zeroes-padded-rows": _zeroed,
}


def variant(
    forward: Forward,
    norm: NormFactory | None = None,
    *,
    without: Sequence[str] = (),
    extra: Sequence[str] = (),
) -> Namespace:
    """An EncoderLayer with another forward, other norms, or other modules than the right one."""

    class Variant(EncoderLayer):
        def __init__(self, dim: int, num_heads: int, hidden_dim: int, dropout: float = 0.0) -> None:
            super().__init__(dim, num_heads, hidden_dim, dropout)
            if norm is not None:
                self.attn_norm, self.ffn_norm = norm(dim), norm(dim)
            for name in without:
                delattr(self, name)
            for name in extra:
                self.add_module(name, nn.LayerNorm(dim))

        def forward(self, x: Tensor, source_blocked_mask: Mask = None) -> Any:
            return forward(self, x, source_blocked_mask)

    return {"EncoderLayer": Variant}


MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{fault: variant(forward) for fault, forward in FORWARDS.items()},
    **{fault: variant(around(_right)) for fault, around in AROUND.items()},
    "enc-returns-tuple": variant(_with_weights),
    "enc-inplace-residual": variant(_in_place),
    "enc-layernorm-eps-1e-12": variant(_right, eps_factory(1e-12)),
}

OTHER_EPS = (1e-6, 1e-8, 1e-7, 1e-3, 1e-4, 1e-9, 1e-10)

VARIANTS: Sequence[tuple[str, Namespace]] = (
    *((fault, variant(_right, norm)) for fault, norm in NORMS.items()),
    *(("enc-layernorm-eps-1e-12", variant(_right, eps_factory(eps))) for eps in OTHER_EPS),
    ("enc-one-norm-shared", variant(_one_norm, without=("ffn_norm",))),
    ("enc-ffn-norm-missing", variant(_ffn_norm_missing, without=("ffn_norm",))),
    ("enc-extra-norm-at-end", variant(lambda m, x, mask: m.norm(_right(m, x, mask)), extra=("norm",))),
    ("enc-extra-norm-at-end", variant(lambda m, x, mask: m.attn_norm(_right(m, x, mask)))),
    ("enc-residual-from-normed", variant(_both_residuals_from_normed)),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """A fault of the flow met with one of the mask, of the norms, or of both norms and mask."""
    for fault, forward in FORWARDS.items():
        for other, around in AROUND.items():
            yield (fault, other), variant(around(forward))
    norms = {fault: NORMS[fault] for fault in USUAL} | {"enc-layernorm-eps-1e-12": eps_factory(1e-12)}
    for fault, norm in norms.items():
        for other, forward in FORWARDS.items():
            yield (fault, other), variant(forward, norm)
        for other, around in AROUND.items():
            yield (fault, other), variant(around(_right), norm)
