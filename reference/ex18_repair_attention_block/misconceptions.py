"""Known-wrong blocks around nn.MultiheadAttention, one for each id of the catalogue, and pairs of faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from torch import Tensor

from .solution import TransformerEncoderBlock

Mask = Tensor | None
Attend = Callable[[Any, Tensor, Mask], Tensor]
Flow = Callable[[Any, Tensor, Callable[[Tensor], Tensor]], Tensor]
Namespace = Mapping[str, Any]


def _right(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return m.self_attn(x, x, x, key_padding_mask=is_pad)[0]


def _sequence_first(m: Any, x: Tensor, **masks: Mask) -> Tensor:
    """What a module without batch_first makes of [B, S, D]: sequences of length B."""
    t = x.transpose(0, 1)
    return m.self_attn(t, t, t, **masks)[0].transpose(0, 1)


def _transposed_mask(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _sequence_first(m, x, key_padding_mask=None if is_pad is None else is_pad.T)


def _inverted(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _right(m, x, None if is_pad is None else ~is_pad)


def _transposed_in(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _right(m, x, is_pad).transpose(0, 1)


def _transposed_out(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _sequence_first(m, x).transpose(0, 1)


def _heads_first(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    if is_pad is None:
        return _right(m, x, None)
    pairs = is_pad[:, None, :].expand(-1, x.shape[1], -1).repeat(m.self_attn.num_heads, 1, 1)
    return m.self_attn(x, x, x, attn_mask=pairs)[0]


ATTENDS: Mapping[str, Attend] = {
    "torch-batch-first-missing": lambda m, x, is_pad: _sequence_first(m, x),
    "torch-key-padding-mask-with-sequence-first": _transposed_mask,
    "torch-pad-mask-as-attn-mask": lambda m, x, is_pad: m.self_attn(x, x, x, attn_mask=is_pad)[0],
    "torch-padding-mask-inverted": _inverted,
    "torch-mask-ignored": lambda m, x, is_pad: _right(m, x, None),
    "torch-transposed-once": _transposed_in,
    "torch-attn-mask-heads-order": _heads_first,
    "torch-float-pad-mask": lambda m, x, is_pad: _right(m, x, None if is_pad is None else is_pad.to(x.dtype)),
}


def _post_ln(m: Any, x: Tensor, attend: Callable[[Tensor], Tensor]) -> Tensor:
    h = m.norm1(x + m.dropout(attend(x)))
    return m.norm2(h + m.ffn(h))


def _pre_ln(m: Any, x: Tensor, attend: Callable[[Tensor], Tensor]) -> Tensor:
    h = x + m.dropout(attend(m.norm1(x)))
    return h + m.ffn(m.norm2(h))


def _first_residual_lost(m: Any, x: Tensor, attend: Callable[[Tensor], Tensor]) -> Tensor:
    h = m.norm1(m.dropout(attend(x)))
    return m.norm2(h + m.ffn(h))


def _both_residuals_lost(m: Any, x: Tensor, attend: Callable[[Tensor], Tensor]) -> Tensor:
    return m.norm2(m.ffn(m.norm1(m.dropout(attend(x)))))


FLOWS: Mapping[str, Flow] = {
    "torch-rewritten-as-preln": _pre_ln,
    "torch-residual-lost": _first_residual_lost,
}


def block(attend: Attend = _right, flow: Flow = _post_ln) -> Namespace:
    """A block whose attention is called as `attend` does and whose sub-layers are joined as `flow` does."""

    class Variant(TransformerEncoderBlock):
        def forward(self, x: Tensor, is_pad: Mask = None) -> Tensor:
            return flow(self, x, lambda t: attend(self, t, is_pad))

    return {"TransformerEncoderBlock": Variant}


MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{fault: block(attend) for fault, attend in ATTENDS.items()},
    **{fault: block(flow=flow) for fault, flow in FLOWS.items()},
}


def _float32_mask(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _right(m, x, None if is_pad is None else is_pad.float())


def _swapped_layout_padding_mask(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _sequence_first(m, x, key_padding_mask=is_pad)


VARIANTS: Sequence[tuple[str, Namespace]] = (
    ("torch-float-pad-mask", block(_float32_mask)),
    ("torch-residual-lost", block(flow=_both_residuals_lost)),
    ("torch-transposed-once", block(_transposed_out)),
    ("torch-batch-first-missing", block(_swapped_layout_padding_mask)),
)


def _swapped_layout_attn_mask(m: Any, x: Tensor, is_pad: Mask) -> Tensor:
    return _sequence_first(m, x, attn_mask=is_pad)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """The given code's two faults, and a fault of the attention with one of the flow."""
    given = ("torch-batch-first-missing", "torch-pad-mask-as-attn-mask")
    yield given, block(_swapped_layout_attn_mask)
    for (first, attend), (second, flow) in product(ATTENDS.items(), FLOWS.items()):
        yield (first, second), block(attend, flow)
    for second, flow in FLOWS.items():
        yield (*given, second), block(_swapped_layout_attn_mask, flow)
