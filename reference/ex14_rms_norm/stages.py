"""Stages of exercise 14: mean_square, normalised, scaled."""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import Build, Call, Case, Draw, Stage, Text

from .cases import DIM, MEAN, SIZES, SPREAD

EPS = 1e-6
Slip = tuple[Text, Tensor]


def case(draw: Draw) -> Case:
    """One forward pass in eval mode, x: [2, 5, 6], tokens small enough for eps to show."""
    build = Build("RMSNorm", SIZES, seed=draw.seed(), weights=draw.weights())
    x = 0.01 * draw.normal(2, 5, DIM, mean=MEAN, scale=SPREAD)
    return Case("stages", (build, Call("call", (x,), on="module")))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one pass; weights by role, float64."""
    call = case.steps[1]
    assert isinstance(call, Call)
    x, weight = call.args[0], weights["weight"]
    square = x.square().mean(-1, keepdim=True)
    root = torch.sqrt(square + EPS)
    normalised = x / root
    return (
        Stage(
            "mean_square",
            (square, square.sqrt(), square + EPS, root, 1 / root),
            slips=tuple(_square_slips(x)),
        ),
        Stage(
            "normalised",
            (normalised,),
            needs=("mean_square",),
            slips=tuple(
                (words, slip) for words, value in _root_slips(x, square) for slip in (value, value * weight)
            ),
        ),
        Stage(
            "scaled",
            (normalised * weight,),
            needs=("normalised",),
            slips=((_ONE_PLUS, normalised * (1 + weight)), (_DIVIDED, normalised / weight)),
        ),
    )


def _square_slips(x: Tensor) -> Iterator[Slip]:
    """Sums only with eps or rooted: by itself a sum is also a step on the right way."""
    total = x.square().sum(-1)
    for words, value in ((_SUM, total), (_LESS_ONE, total / (x.shape[-1] - 1))):
        yield words, value + EPS
        yield words, torch.sqrt(value + EPS)
        yield words, value.sqrt()
    for correction in (0, 1):
        variance = x.var(-1, correction=correction)
        yield _VARIANCE, variance
        yield _VARIANCE, variance.sqrt()
    yield _ABSOLUTE, x.abs().mean(-1)
    for words, axes in (
        (_OVER_TOKENS, (1,)),
        (_OVER_SENTENCE, (1, 2)),
        (_OVER_BATCH, (0,)),
        (_OVER_ALL, (0, 1, 2)),
    ):
        yield words, x.square().mean(axes)


def _root_slips(x: Tensor, square: Tensor) -> Iterator[Slip]:
    yield _EPS_OUTSIDE, x / (square.sqrt() + EPS)
    yield _NO_EPS, x / square.sqrt()
    yield _OTHER_EPS, x / torch.sqrt(square + 1e-5)
    yield _NO_ROOT, x / (square + EPS)
    yield _TIMES, x * torch.sqrt(square + EPS)
    yield _CENTRED, (x - x.mean(-1, keepdim=True)) / torch.sqrt(square + EPS)


_SUM = Text("yours is the sum of the squares, not divided by D", "你得到的是平方和，没有除以 D")
_LESS_ONE = Text("yours is divided by D - 1, not by D", "你除以的是 D - 1，而不是 D")
_VARIANCE = Text("yours is the variance, with the mean subtracted", "你算的是方差，先减去了均值")
_ABSOLUTE = Text("yours averages absolute values, not squares", "你平均的是绝对值，而不是平方")
_OVER_TOKENS = Text(
    "yours is taken over the tokens, not over the features", "你是在 token 之间求的，而不是在特征之间"
)
_OVER_SENTENCE = Text(
    "yours is one number for a whole sentence, not for each token", "你是整句求一个数，而不是每个 token 一个"
)
_OVER_BATCH = Text(
    "yours is taken over the batch, not over the features", "你是在 batch 上求的，而不是在特征之间"
)
_OVER_ALL = Text("yours is one number for the whole tensor", "你是整个张量求一个数")
_EPS_OUTSIDE = Text("yours adds eps outside the root", "你把 eps 加在了根号外")
_NO_EPS = Text("yours is without eps", "你没有加 eps")
_OTHER_EPS = Text(
    "yours uses eps = 1e-5, the default of LayerNorm", "你用的 eps 是 1e-5，那是 LayerNorm 的默认值"
)
_NO_ROOT = Text("yours divides by the mean square, without the root", "你除以的是均方，没有开方")
_TIMES = Text("yours multiplies by the root instead of dividing by it", "你乘了均方根，而不是除以它")
_CENTRED = Text("yours subtracts the mean from x first", "你先从 x 中减去了均值")
_ONE_PLUS = Text("yours multiplies by 1 + weight", "你乘的是 1 + weight")
_DIVIDED = Text("yours divides by the weight", "你除以了 weight")
