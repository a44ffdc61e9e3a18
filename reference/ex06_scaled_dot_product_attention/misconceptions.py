"""Known-wrong attention: one function with a fault on each axis, alone and in products."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations as subsets
from itertools import product
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Attention:
    """Attention with one choice a field; the defaults are right."""

    scale: str = "root"  # none, width, times, after
    product: str = "query_key"  # swapped, transposed, elementwise
    mask: str | float = (
        "right"  # inverted, ignored, after, zero, added; a number fills with it and does no more
    )
    guard: str = "zero"  # nan, uniform, additive, additive_inf: what a fully blocked row meets
    softmax: str = "keys"  # queries, none, exp
    returns: str = "weights"  # masked, scaled, raw
    mutates: bool = False

    def __call__(
        self, q: Tensor, k: Tensor, v: Tensor, blocked_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        root = math.sqrt(q.shape[-1])
        if self.mutates:
            q.div_({"root": root, "width": root**2, "times": 1 / root}[self.scale])
        raw = self._product(q, k)
        divisor = {"root": root, "width": root**2, "times": 1 / root}.get(self.scale, 1.0)
        scaled = raw if self.mutates else raw / divisor
        masked, weights = self._weights(scaled, blocked_mask)
        if self.scale == "after":
            weights = weights / root
        out = (weights.transpose(-2, -1) if self.product == "transposed" else weights) @ v
        return out, {"weights": weights, "masked": masked, "scaled": scaled, "raw": raw}[self.returns]

    def _product(self, q: Tensor, k: Tensor) -> Tensor:
        if self.product == "elementwise":
            return q * k
        return k @ q.transpose(-2, -1) if self.product == "swapped" else q @ k.transpose(-2, -1)

    def _weights(self, scores: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        """(scores after masking, weights)."""
        if mask is None or self.mask == "ignored":
            return scores, self._softmax(scores)
        if isinstance(self.mask, float):
            scores = scores.masked_fill(mask, self.mask)
            return scores, self._softmax(scores)
        if self.mask == "after":
            return scores, self._softmax(scores).masked_fill(mask, 0.0)
        if self.mask == "added":
            return scores + mask, self._softmax(scores + mask)
        return self._guarded(scores, ~mask if self.mask == "inverted" else mask)

    def _guarded(self, scores: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        if self.guard == "additive_inf":
            scores = scores + torch.zeros(mask.shape, dtype=scores.dtype).masked_fill(mask, float("-inf"))
            return scores, self._softmax(scores).nan_to_num(0.0)
        if self.guard == "additive":
            scores = scores + mask * -1e9
            return scores, self._softmax(scores)
        fill = {"nan": float("-inf"), "uniform": -1e9}.get(self.guard, torch.finfo(scores.dtype).min)
        scores = scores.masked_fill(mask, fill)
        weights = self._softmax(scores)
        return scores, weights.masked_fill(mask, 0.0) if self.guard == "zero" else weights

    def _softmax(self, scores: Tensor) -> Tensor:
        if self.softmax == "none":
            return scores
        if self.softmax == "exp":
            powers = scores.exp()
            total = powers.sum(dim=-1, keepdim=True)
            return powers / (total.clamp(min=1e-300) if self.guard == "zero" else total)
        return scores.softmax(dim=-2 if self.softmax == "queries" else -1)


Change = Mapping[str, Any]

SCALES: tuple[tuple[str, Change], ...] = (
    ("attn-scale-missing", {"scale": "none"}),
    ("attn-scale-by-dk", {"scale": "width"}),
    ("attn-scale-multiplied", {"scale": "times"}),
    ("attn-scale-after-softmax", {"scale": "after"}),
)
SOFTMAXES: tuple[tuple[str, Change], ...] = (
    ("attn-softmax-over-queries", {"softmax": "queries"}),
    ("attn-softmax-missing", {"softmax": "none"}),
    ("attn-softmax-overflows", {"softmax": "exp"}),
)
MASKS: tuple[tuple[str, Change], ...] = (
    ("attn-mask-inverted", {"mask": "inverted"}),
    ("attn-mask-ignored", {"mask": "ignored"}),
    ("attn-mask-after-softmax", {"mask": "after"}),
    ("attn-mask-zero-fill", {"mask": 0.0}),
    ("attn-mask-added-as-number", {"mask": "added"}),
    ("attn-mask-fill-too-small", {"mask": -10.0}),
)
GUARDS: tuple[tuple[str, Change], ...] = (
    ("attn-full-mask-nan", {"guard": "nan"}),
    ("attn-full-mask-uniform", {"guard": "uniform"}),
    ("attn-additive-inf-nan-gradient", {"guard": "additive_inf"}),
)
PRODUCTS: tuple[tuple[str, Change], ...] = (
    ("attn-query-key-swapped", {"product": "swapped"}),
    ("attn-weights-transposed-on-values", {"product": "transposed"}),
    ("attn-elementwise-scores", {"product": "elementwise"}),
)
RETURNS: tuple[tuple[str, Change], ...] = (("attn-returns-scores", {"returns": "masked"}),)
MUTATIONS: tuple[tuple[str, Change], ...] = (("attn-mutates-query", {"mutates": True}),)

OTHERWISE: tuple[tuple[str, Change], ...] = (
    ("attn-full-mask-uniform", {"guard": "additive"}),
    ("attn-mask-zero-fill", {"mask": 1e-9}),
    *(("attn-mask-fill-too-small", {"mask": fill}) for fill in (-1.0, -5.0, -20.0, -50.0, -100.0)),
    ("attn-returns-scores", {"returns": "scaled"}),
    ("attn-returns-scores", {"returns": "raw"}),
)
"""The same beliefs, written otherwise."""


def _space(**changes: Any) -> Mapping[str, Any]:
    return {"scaled_dot_product_attention": replace(Attention(), **changes)}


MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {
    id_: _space(**change)
    for id_, change in (*SCALES, *SOFTMAXES, *MASKS, *GUARDS, *PRODUCTS, *RETURNS, *MUTATIONS)
}

Combination = tuple[tuple[str, ...], Mapping[str, Any]]


def combinations() -> Iterator[Combination]:
    """Other ways to write one mistake, then two at once, then three of which one is the fully blocked row."""
    for id_, change in OTHERWISE:
        yield (id_,), _space(**change)
    guards = (*GUARDS, OTHERWISE[0])
    returns = (*RETURNS, *OTHERWISE[-2:])
    groups = (SCALES, SOFTMAXES, MASKS, guards, PRODUCTS, returns, MUTATIONS)
    for first, second in subsets(groups, 2):
        yield from _joined(first, second)
    yield from _joined(SCALES, SOFTMAXES, guards)
    yield from _joined(SCALES, returns, guards)


def _joined(*groups: tuple[tuple[str, Change], ...]) -> Iterator[Combination]:
    for parts in product(*groups):
        changes: dict[str, Any] = {}
        for _, change in parts:
            changes |= change
        # What is blocked otherwise, or raises, never meets a fully blocked row.
        unguarded = "guard" in changes and changes.keys() & {"mask", "product"}
        unchanged = "mutates" in changes and (
            "product" in changes or changes.get("scale") in {"none", "after"}
        )
        if not unguarded and not unchanged:
            yield tuple(id_ for id_, _ in parts), _space(**changes)
