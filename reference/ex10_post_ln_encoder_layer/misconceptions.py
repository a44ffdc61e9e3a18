"""Known-wrong Post-LN layers: one for each id of the catalogue, faults of exercises 1 and 8, and pairs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from torch import Tensor, nn

from ..ex08_encoder_layer.norm_faults import NORMS, USUAL, NormFactory, eps_factory
from .solution import PostLNEncoderLayer

Mask = Tensor | None
Forward = Callable[[Any, Tensor, Mask], Any]
Namespace = Mapping[str, Any]


def _attention(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.self_attn(x, x, x, mask)[0]


def _first(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.attn_norm(x + _attention(m, x, mask))


def _right(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return _then_ffn(m, _first(m, x, mask))


def _then_ffn(m: Any, h: Tensor) -> Tensor:
    return m.ffn_norm(h + m.ffn(h))


def _pre_ln(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + _attention(m, m.attn_norm(x), mask)
    return h + m.ffn(m.ffn_norm(h))


def _norm_before_add(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + m.attn_norm(_attention(m, x, mask))
    return h + m.ffn_norm(m.ffn(h))


def _skip_bypasses_norm(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = x + _attention(m, x, mask)
    return m.ffn_norm(h + m.ffn(m.attn_norm(h)))


def _pre_and_post(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = m.attn_norm(x + _attention(m, m.attn_norm(x), mask))
    return m.ffn_norm(h + m.ffn(m.ffn_norm(h)))


def _four_norms(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = m.attn_norm(x + _attention(m, m.before_attn(x), mask))
    return m.ffn_norm(h + m.ffn(m.before_ffn(h)))


def _one_norm(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = _first(m, x, mask)
    return m.attn_norm(h + m.ffn(h))


def _last_norm_missing(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = _first(m, x, mask)
    return h + m.ffn(h)


def _first_norm_missing(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return _then_ffn(m, x + _attention(m, x, mask))


def _ffn_skip_missing(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.ffn_norm(m.ffn(_first(m, x, mask)))


def _stale_residual(m: Any, x: Tensor, mask: Mask) -> Tensor:
    return m.ffn_norm(x + m.ffn(_first(m, x, mask)))


def _norms_swapped(m: Any, x: Tensor, mask: Mask) -> Tensor:
    h = m.ffn_norm(x + _attention(m, x, mask))
    return m.attn_norm(h + m.ffn(h))


def _in_place(m: Any, x: Tensor, mask: Mask) -> Tensor:
    x += _attention(m, x, mask)
    return _then_ffn(m, m.attn_norm(x))


def _with_weights(m: Any, x: Tensor, mask: Mask) -> tuple[Tensor, Tensor]:
    attended, weights = m.self_attn(x, x, x, mask)
    return _then_ffn(m, m.attn_norm(x + attended)), weights


def _zeroed(forward: Forward) -> Forward:
    def zeroing(m: Any, x: Tensor, mask: Mask) -> Tensor:
        y = forward(m, x, mask)
        return y if mask is None else y.masked_fill(mask[:, 0, 0, :, None], 0.0)

    return zeroing


def _unmasked(forward: Forward) -> Forward:
    return lambda m, x, mask: forward(m, x, None)


def _inverted(forward: Forward) -> Forward:
    return lambda m, x, mask: forward(m, x, None if mask is None else ~mask)


FORWARDS: Mapping[str, Forward] = {
    "post-is-pre-ln": _pre_ln,
    "post-norm-before-add": _norm_before_add,
    "post-skip-bypasses-norm": _skip_bypasses_norm,
    "post-pre-and-post": _pre_and_post,
    "post-one-norm-shared": _one_norm,
    "post-last-norm-missing": _last_norm_missing,
    "post-first-norm-missing": _first_norm_missing,
    "post-attention-skip-missing": lambda m, x, mask: _then_ffn(m, m.attn_norm(_attention(m, x, mask))),
    "post-ffn-skip-missing": _ffn_skip_missing,
    "post-stale-residual": _stale_residual,
    "post-norms-swapped": _norms_swapped,
}
"""Wrong flows; each may meet a fault of the mask or of the norms."""

AROUND: Mapping[str, Callable[[Forward], Forward]] = {
    "post-mask-dropped": _unmasked,
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
    """A PostLNEncoderLayer with another forward, other norms, or other modules than the right one."""

    class Variant(PostLNEncoderLayer):
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

    return {"PostLNEncoderLayer": Variant}


MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{fault: variant(forward) for fault, forward in FORWARDS.items()},
    "post-mask-dropped": variant(_unmasked(_right)),
}

OTHER_EPS = (1e-12, 1e-6, 1e-8, 1e-7, 1e-3, 1e-4, 1e-9, 1e-10)

VARIANTS: Sequence[tuple[str, Namespace]] = (
    *((fault, variant(_right, norm)) for fault, norm in NORMS.items()),
    *(("enc-layernorm-eps-1e-12", variant(_right, eps_factory(eps))) for eps in OTHER_EPS),
    ("enc-mask-inverted", variant(_inverted(_right))),
    ("enc-zeroes-padded-rows", variant(_zeroed(_right))),
    ("enc-returns-tuple", variant(_with_weights)),
    ("enc-inplace-residual", variant(_in_place)),
    ("post-one-norm-shared", variant(_one_norm, without=("ffn_norm",))),
    ("post-last-norm-missing", variant(_last_norm_missing, without=("ffn_norm",))),
    ("post-first-norm-missing", variant(_first_norm_missing, without=("attn_norm",))),
    ("post-pre-and-post", variant(_four_norms, extra=("before_attn", "before_ffn"))),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """A fault of the flow with one of the mask or of the norms; one of the norms with one of the mask."""
    for fault, forward in FORWARDS.items():
        for other, around in AROUND.items():
            yield (fault, other), variant(around(forward))
    norms = {fault: NORMS[fault] for fault in USUAL} | {"enc-layernorm-eps-1e-12": eps_factory(1e-12)}
    for fault, norm in norms.items():
        for other, forward in FORWARDS.items():
            yield (fault, other), variant(forward, norm)
        for other, around in AROUND.items():
            yield (fault, other), variant(around(_right), norm)
