"""Stages of exercise 15: kept, total, count, mean."""

from collections.abc import Mapping

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import FUNCTION

IS_PAD = torch.tensor(
    [
        [False, False, False, False, True, True],
        [True, False, False, False, False, False],
        [False, True, True, False, False, True],
        [False, False, False, False, False, False],
    ]
)
"""Four, five, three and six real positions of six: no count repeats."""


def case(draw: Draw) -> Case:
    """One call, x: [4, 6, 3], finite at padded positions."""
    return Case("stages", (Call("call", (draw.normal(4, 6, 3, mean=0.5), IS_PAD), target=FUNCTION),))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one call; there are no weights."""
    call = case.steps[0]
    assert isinstance(call, Call)
    x, is_pad = call.args
    drop = is_pad[..., None]
    kept, turned = x.masked_fill(drop, 0.0), x.masked_fill(~drop, 0.0)
    total = kept.sum(1)
    count = (~is_pad).sum(1)
    mean = total / count[:, None]
    share = (~is_pad).double() / count[:, None]
    return (
        Stage(
            "kept",
            (kept, x[~is_pad], x.masked_fill(drop, torch.nan), kept.transpose(1, 2), x * share[..., None]),
            slips=(
                (_TURNED, turned),
                (_TURNED, x[is_pad]),
                (_FEATURES, x.mean(-1)),
                (_MAXIMUM, kept.amax(1)),
                (_ALL, x.mean(1)),
                (_ALL, x.sum(1)),
            ),
        ),
        Stage(
            "total",
            (total,),
            needs=("kept",),
            slips=(
                (_ALL, x.sum(1)),
                (_ALL, x.mean(1)),
                (_FEATURES, kept.sum(-1)),
                (_BATCH, kept.sum((0, 1))),
            ),
        ),
        Stage("count", (count, 1 / count, share), slips=((_PADS, is_pad.sum(1)), (_ONE_NUMBER, count.sum()))),
        Stage(
            "mean",
            (mean,),
            needs=("total", "count"),
            slips=(
                (_FULL, total / x.shape[1]),
                (_PLUS_ONE, total / (count[:, None] + 1)),
                (_MINUS_ONE, total / (count[:, None] - 1)),
                (_TIMES, total * count[:, None]),
                (_ONE_NUMBER, total / count.sum()),
            ),
        ),
    )


_TURNED = Text("yours keeps the padded positions and drops the real ones", "你留下了填充位置，去掉了真实位置")
_FEATURES = Text("yours runs over the features, not over the positions", "你是在特征上做的，而不是在位置上")
_MAXIMUM = Text("yours takes the largest value", "你取的是最大值")
_ALL = Text("yours includes the padded positions", "你把填充位置也算进去了")
_BATCH = Text("yours adds up all samples of the batch", "你把 batch 里的所有样本都加在一起了")
_PADS = Text("yours counts the padded positions", "你数的是填充位置")
_ONE_NUMBER = Text("yours is one number for the whole batch", "你是整个 batch 算一个数")
_FULL = Text("yours divides by the full length S", "你除以的是总长度 S")
_PLUS_ONE = Text("yours divides by the count plus 1", "你除以的是个数加 1")
_MINUS_ONE = Text("yours divides by the count minus 1", "你除以的是个数减 1")
_TIMES = Text("yours multiplies by the count", "你乘了个数")
