"""Known-wrong multi-head attention: one module with a choice on each axis, alone and in products."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations as subsets
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class Choices:
    """One choice a field; the defaults are right."""

    split: str = "token"  # view, interleaved, batch
    merge: str = "token"  # view, interleaved, batch
    scale: str = "head"  # model, none, width, times, after
    heads: str = "given"  # one, wide: every head has the full width
    projections: str = "four"  # shared, two, unmixed, three: "two" and "three" do not even register the rest
    bias: str = "all"  # none, out
    keys_from: int = 1  # which input the keys are made of
    values_from: int = 2
    mask: str | float = "right"  # dropped, inverted, after, added; a number fills with it
    softmax: str = "keys"  # queries, none
    dropout: str = "weights"  # output, always
    returns: str = "pair"  # output, scores
    checks: bool = True


class Attention(nn.Module):
    """Multi-head attention as `choices` say."""

    choices = Choices()

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        c = self.choices
        if c.checks and c.heads != "one" and dim % num_heads:
            raise ValueError("dim must be divisible by num_heads")
        self.num_heads = 1 if c.heads == "one" else num_heads
        inner = dim * num_heads if c.heads == "wide" else dim
        self.p = dropout
        self.root = math.sqrt(dim)
        self.q_proj = nn.Linear(dim, inner, bias=c.bias == "all")
        if c.projections != "two":
            self.k_proj = nn.Linear(dim, inner, bias=c.bias == "all")
            self.v_proj = nn.Linear(dim, inner, bias=c.bias == "all")
        if c.projections != "three":
            self.out_proj = nn.Linear(inner, dim, bias=c.bias != "none")

    def forward(self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: Tensor | None = None) -> Any:
        c, inputs = self.choices, (query, key, value)
        shared = c.projections in {"shared", "two"}
        k_proj, v_proj = (self.q_proj, self.q_proj) if shared else (self.k_proj, self.v_proj)
        q = self._split(self.q_proj(query))
        k, v = self._split(k_proj(inputs[c.keys_from])), self._split(v_proj(inputs[c.values_from]))
        scores, weights = self._weights(q, k, blocked_mask)
        merged = self._merge(self._dropped(weights, v))
        out = merged if c.projections in {"unmixed", "three"} else self.out_proj(merged)
        return out if c.returns == "output" else (out, scores if c.returns == "scores" else weights)

    def _split(self, x: Tensor) -> Tensor:
        size, length, width = x.shape
        heads, each = self.num_heads, width // self.num_heads
        if self.choices.split == "view":
            return x.reshape(size, heads, length, each)
        if self.choices.split == "interleaved":
            return x.reshape(size, length, each, heads).permute(0, 3, 1, 2)
        x = x.reshape(size, length, heads, each)
        return x.permute(1, 2, 0, 3) if self.choices.split == "batch" else x.transpose(1, 2)

    def _merge(self, x: Tensor) -> Tensor:
        size, heads, length, each = x.shape
        if self.choices.merge == "view":
            return x.reshape(size, length, heads * each)
        if self.choices.merge == "interleaved":
            return x.permute(0, 2, 3, 1).reshape(size, length, heads * each)
        x = x.permute(2, 0, 1, 3) if self.choices.merge == "batch" else x.transpose(1, 2)
        return x.reshape(*x.shape[:2], heads * each)

    def _weights(self, q: Tensor, k: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        """(scores after masking, weights)."""
        c, root = self.choices, math.sqrt(q.shape[-1])
        divisors = {"head": root, "model": self.root, "width": root**2, "times": 1 / root}
        scores = q @ k.transpose(-2, -1) / divisors.get(c.scale, 1.0)
        late = None
        if mask is not None and c.mask != "dropped":
            late = None if c.mask == "added" or isinstance(c.mask, float) else mask
            if c.mask == "inverted":
                late = ~mask
            if c.mask == "added":
                scores = scores + mask
            elif c.mask != "after":
                fill = c.mask if isinstance(c.mask, float) else torch.finfo(scores.dtype).min
                scores = scores.masked_fill(mask if late is None else late, fill)
        weights = scores if c.softmax == "none" else scores.softmax(dim=-2 if c.softmax == "queries" else -1)
        if late is not None:
            weights = weights.masked_fill(late, 0.0)
        return scores, weights / root if c.scale == "after" else weights

    def _dropped(self, weights: Tensor, v: Tensor) -> Tensor:
        active = self.training or self.choices.dropout == "always"
        if self.choices.dropout == "output":
            return F.dropout(weights @ v, self.p, active)
        return F.dropout(weights, self.p, active) @ v


Change = Mapping[str, Any]
Faults = tuple[tuple[str, Change], ...]

SPLITS: Faults = (
    ("mha-split-without-transpose", {"split": "view"}),
    ("mha-merge-without-transpose", {"merge": "view"}),
    ("mha-split-and-merge-without-transpose", {"split": "view", "merge": "view"}),
    ("mha-heads-interleaved", {"split": "interleaved", "merge": "interleaved"}),
    ("mha-attends-across-batch", {"split": "batch", "merge": "batch"}),
)
SCALES: Faults = (
    ("mha-scale-by-model-dim", {"scale": "model"}),
    ("mha-scale-missing", {"scale": "none"}),
)
PROJECTIONS: Faults = (
    ("mha-output-projection-skipped", {"projections": "unmixed"}),
    ("mha-projection-shared", {"projections": "shared"}),
)
INPUTS: Faults = (
    ("mha-keys-from-query", {"keys_from": 0, "values_from": 0}),
    ("mha-values-from-key", {"values_from": 1}),
)
MASKS: Faults = (("mha-mask-dropped", {"mask": "dropped"}),)
RETURNS: Faults = (("mha-returns-only-output", {"returns": "output"}),)
SINGLE_HEAD: Faults = (("mha-single-head", {"heads": "one"}),)
CHECKS: Faults = (("mha-no-divisibility-check", {"checks": False}),)
SHAPES: Faults = (
    ("mha-full-width-heads", {"heads": "wide"}),
    ("mha-bias-missing", {"bias": "none"}),
)
DROPOUTS: Faults = (
    ("mha-dropout-on-values-not-weights", {"dropout": "output"}),
    ("mha-dropout-active-in-eval", {"dropout": "always"}),
)

OF_EXERCISE_6: Faults = (
    ("attn-scale-by-dk", {"scale": "width"}),
    ("attn-scale-multiplied", {"scale": "times"}),
    ("attn-scale-after-softmax", {"scale": "after"}),
    ("attn-softmax-over-queries", {"softmax": "queries"}),
    ("attn-softmax-missing", {"softmax": "none"}),
    ("attn-mask-inverted", {"mask": "inverted"}),
    ("attn-mask-after-softmax", {"mask": "after"}),
    ("attn-mask-zero-fill", {"mask": 0.0}),
    ("attn-mask-added-as-number", {"mask": "added"}),
    ("attn-mask-fill-too-small", {"mask": -10.0}),
    ("attn-returns-scores", {"returns": "scores"}),
)
OTHERWISE: Faults = (
    ("mha-heads-interleaved", {"split": "interleaved"}),
    ("mha-projection-shared", {"projections": "two"}),
    ("mha-output-projection-skipped", {"projections": "three"}),
    ("mha-bias-missing", {"bias": "out"}),
)


def _space(**changes: Any) -> Mapping[str, Any]:
    return {"MultiHeadAttention": type("Variant", (Attention,), {"choices": replace(Choices(), **changes)})}


SINGLE = (
    *SPLITS,
    *SCALES,
    *PROJECTIONS,
    *INPUTS,
    *MASKS,
    *RETURNS,
    *SINGLE_HEAD,
    *CHECKS,
    *SHAPES,
    *DROPOUTS,
)

MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {id_: _space(**change) for id_, change in SINGLE}

VARIANTS: tuple[tuple[str, Mapping[str, Any]], ...] = tuple(
    (id_, _space(**change)) for id_, change in (*OTHERWISE, *OF_EXERCISE_6)
)

Combination = tuple[tuple[str, ...], Mapping[str, Any]]


def combinations() -> Iterator[Combination]:
    """Two mistakes of different kinds at once."""
    attention = OF_EXERCISE_6[3:]
    groups = (
        (*SPLITS, OTHERWISE[0]),
        (*SCALES, *OF_EXERCISE_6[:3]),
        (*PROJECTIONS, *OTHERWISE[1:3]),
        INPUTS,
        (*MASKS, *attention),
        RETURNS,
        CHECKS,
        (*SHAPES, OTHERWISE[3]),
        DROPOUTS,
    )
    for first, second in subsets(groups, 2):
        for one, other in product(first, second):
            yield (one[0], other[0]), _space(**{**one[1], **other[1]})
