"""Stages of exercise 6: scores, scaled_scores, masked_scores, weights, output."""

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import FUNCTION, inputs, key_mask

FILLS = (
    -math.inf,
    torch.finfo(torch.float64).min,
    torch.finfo(torch.float32).min,
    -1e9,
    -1e20,
    -1e30,
    -1e10,
    -1e4,
)


def case(draw: Draw) -> Case:
    """One call with a mask of keys: q [2, 3, 4, 8], k [2, 3, 5, 8], v [2, 3, 5, 6]."""
    return Case(
        "stages", (Call("call", kwargs={**inputs(draw), "blocked_mask": key_mask(draw)}, target=FUNCTION),)
    )


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of the call; exercise 6 has no weights."""
    call = case.steps[0]
    assert isinstance(call, Call)
    return attention_stages(*(call.kwargs[name] for name in ("q", "k", "v", "blocked_mask")))


def attention_stages(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> tuple[Stage, ...]:
    """The stages of masked attention, with the wrong values that are known."""
    root = math.sqrt(q.shape[-1])
    raw = q @ k.transpose(-2, -1)
    scaled = raw / root

    def hidden(scores: Tensor, where: Tensor = mask) -> Tensor:
        return scores.masked_fill(where, -math.inf)

    weights = hidden(scaled).softmax(dim=-1)
    return (
        # Whoever scales q or k first never has the plain products; a wrong factor is the next stage's matter.
        Stage(
            "scores",
            (raw, raw / root**2, raw * root, raw / math.sqrt(k.shape[-2]), raw / math.sqrt(v.shape[-1])),
        ),
        Stage(
            "scaled_scores",
            (scaled,),
            needs=("scores",),
            slips=(
                (_BY_WIDTH, raw / root**2),
                (_TIMES, raw * root),
                (_AFTER, hidden(raw).softmax(dim=-1) / root),
                (_BY_KEYS, raw / math.sqrt(k.shape[-2])),
                (_BY_VALUES, raw / math.sqrt(v.shape[-1])),
                (_UNSCALED, hidden(raw).softmax(dim=-1)),
            ),
        ),
        Stage(
            "masked_scores",
            (
                *(scaled.masked_fill(mask, fill) for fill in FILLS),
                *(scaled + mask * fill for fill in FILLS[1:]),
            ),
            needs=("scaled_scores",),
            slips=(
                (_LATE, scaled.softmax(dim=-1).masked_fill(mask, 0.0)),
                (_INVERTED, hidden(scaled, ~mask).softmax(dim=-1)),
                (_ZERO, scaled.masked_fill(mask, 0.0).softmax(dim=-1)),
                (_ADDED, (scaled + mask).softmax(dim=-1)),
                *((_TOO_SMALL, scaled.masked_fill(mask, fill)) for fill in (-1.0, -5.0, -10.0)),
                (_IGNORED, scaled.softmax(dim=-1)),
            ),
        ),
        Stage(
            "weights",
            (weights,),
            needs=("masked_scores",),
            slips=(
                (_OVER_QUERIES, scaled.masked_fill(mask, -1e9).softmax(dim=-2)),
                (_OVER_QUERIES, scaled.softmax(dim=-2).masked_fill(mask, 0.0)),
                (_OVER_QUERIES, scaled.softmax(dim=-2)),
                (_IGNORED, scaled.softmax(dim=-1)),
                (_UNWEIGHTED, scaled.masked_fill(mask, 0.0) @ v),
            ),
        ),
        Stage("output", (weights @ v,), needs=("weights",)),
    )


_BY_WIDTH = Text("yours are divided by d, not by its square root", "你除以了 d，而不是 d 的平方根")
_TIMES = Text("yours are multiplied by the square root of d", "你乘以了 d 的平方根，应该除以它")
_AFTER = Text("yours are scaled after softmax only", "你在 softmax 之后才缩放")
_BY_KEYS = Text("yours are divided by the root of the number of keys", "你除以的是 key 个数的平方根")
_BY_VALUES = Text("yours are divided by the root of the values' width", "你除以的是 value 宽度的平方根")
_UNSCALED = Text("yours go into softmax unscaled", "你没有缩放就做了 softmax")
_LATE = Text(
    "yours sets the weights to zero after softmax and leaves the sum below 1",
    "你在 softmax 之后才把权重清零，剩下的权重之和不到 1",
)
_INVERTED = Text("yours blocks where the mask is False", "你屏蔽的是掩码为 False 的位置")
_ZERO = Text("yours gives blocked keys the score 0", "你把被屏蔽的 key 的分数设成了 0")
_ADDED = Text("yours adds the mask to the scores as 0 and 1", "你把掩码当作 0 和 1 加到了分数上")
_TOO_SMALL = Text(
    "yours fills blocked keys with a number that softmax still sees",
    "你给被屏蔽的 key 填的数还不够小，softmax 之后仍有权重",
)
_IGNORED = Text("yours goes into softmax unmasked", "你没有用掩码就做了 softmax")
_OVER_QUERIES = Text("yours is a softmax over the queries", "你是沿 query 做的 softmax")
_UNWEIGHTED = Text(
    "yours mixes the values by the scores, without softmax", "你没有做 softmax，直接用分数去混合 value"
)
