"""Stages of exercise 1: mean, variance, normalised, scaled, shifted."""

from collections.abc import Iterable, Mapping, Sequence

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from .cases import DIM, FUNCTION, MEAN, SPREAD

EPS = 1e-5
Slip = tuple[Text, Tensor]


def case(draw: Draw) -> Case:
    """One call, x: [2, 5, 6]."""
    x = draw.normal(2, 5, DIM, mean=MEAN, scale=SPREAD)
    gamma, beta = draw.normal(DIM, mean=1.0, scale=0.5), draw.normal(DIM, scale=0.5)
    return Case("stages", (Call("call", (x, gamma, beta), target=FUNCTION),))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one call; there are no weights."""
    call = case.steps[0]
    assert isinstance(call, Call)
    return layer_norm_stages(*call.args)


def layer_norm_stages(x: Tensor, gamma: Tensor, beta: Tensor) -> tuple[Stage, ...]:
    """The stages of layer normalisation; x: [B, S, D], gamma and beta: [D], float64, eps 1e-5."""
    mean = x.mean(-1, keepdim=True)
    centred = x - mean
    variance = centred.square().mean(-1, keepdim=True)
    root = torch.sqrt(variance + EPS)
    normalised = centred / root
    scaled = normalised * gamma
    return (
        Stage("mean", (mean, mean * x.shape[-1], centred), slips=_mean_slips(x)),
        Stage(
            "variance",
            (variance, variance.sqrt(), variance + EPS, root, 1 / root),
            slips=tuple(_variance_slips(x, centred)),
        ),
        Stage(
            "normalised",
            (normalised,),
            needs=("mean", "variance"),
            slips=_scaled_too(_normalised_slips(x, centred, variance), gamma),
        ),
        Stage("scaled", (scaled,), needs=("normalised",), slips=((_BETA_SCALED, normalised + beta),)),
        Stage("shifted", (scaled + beta,), needs=("scaled",), slips=((_MINUS_BETA, scaled - beta),)),
    )


def _scaled_too(slips: Iterable[Slip], gamma: Tensor) -> tuple[Slip, ...]:
    """The same slips in code that multiplies by gamma before it divides."""
    return tuple((words, value) for words, slip in slips for value in (slip, slip * gamma))


def _mean_slips(x: Tensor) -> tuple[Slip, ...]:
    return (
        (_OVER_TOKENS, x.mean(-2)),
        (_OVER_SENTENCE, x.mean((-2, -1))),
        (_OVER_BATCH, x.mean(0)),
        (_OVER_LEADING, x.mean((0, 1))),
        (_OVER_ALL, x.mean()),
        (_SUM_OF_TOKENS, x.sum(-2)),
    )


def _variance_slips(x: Tensor, centred: Tensor) -> Iterable[Slip]:
    unbiased = centred.square().sum(-1) / (x.shape[-1] - 1)
    yield from _spread(_UNBIASED, unbiased)
    yield from _used(_NOT_DIVIDED, centred.square().sum(-1))
    yield from _used(_NOT_CENTRED, x.square().mean(-1))
    yield _NO_SQUARE, centred.abs().mean(-1)
    for words, axes in (
        (_OVER_TOKENS, (-2,)),
        (_OVER_SENTENCE, (-2, -1)),
        (_OVER_BATCH, (0,)),
        (_OVER_ALL, (0, 1, 2)),
    ):
        for correction in (0, 1):
            yield from _spread(words, x.var(axes, correction=correction))


def _spread(words: Text, variance: Tensor) -> Sequence[Slip]:
    return ((words, variance), (words, variance.sqrt()))


def _used(words: Text, amount: Tensor) -> Sequence[Slip]:
    """Only with eps: by itself the amount is also a step on right ways."""
    return ((words, amount + EPS), (words, torch.sqrt(amount + EPS)))


def _normalised_slips(x: Tensor, centred: Tensor, variance: Tensor) -> Sequence[Slip]:
    root = torch.sqrt(variance + EPS)
    return (
        (_EPS_OUTSIDE, centred / (variance.sqrt() + EPS)),
        (_NO_EPS, centred / variance.sqrt()),
        (_NO_ROOT, centred / (variance + EPS)),
        (_SQUARED, centred / (variance + EPS) ** 2),
        (_TIMES, centred * root),
        (_NOT_SUBTRACTED, x / root),
        (_ADDED, (2 * x - centred) / root),
        (_TURNED, -centred / root),
    )


_OVER_TOKENS = Text(
    "yours is taken over the tokens, not over the features", "你是在 token 之间求的，而不是在特征之间"
)
_OVER_SENTENCE = Text(
    "yours is one number for a whole sentence, not for each token", "你是整句求一个数，而不是每个 token 一个"
)
_OVER_BATCH = Text(
    "yours is taken over the batch, not over the features", "你是在 batch 上求的，而不是在特征之间"
)
_OVER_LEADING = Text(
    "yours is taken over batch and tokens, as BatchNorm does",
    "你是在 batch 与 token 上求的，那是 BatchNorm 的做法",
)
_OVER_ALL = Text("yours is one number for the whole tensor", "你是整个张量求一个数")
_SUM_OF_TOKENS = Text("yours sums over the tokens", "你是对 token 求的和")
_UNBIASED = Text("yours is divided by D - 1, not by D", "你除以的是 D - 1，而不是 D")
_NOT_DIVIDED = Text("yours is the sum of the squares, not divided by D", "你得到的是平方和，没有除以 D")
_NOT_CENTRED = Text("yours squares x itself, without subtracting the mean", "你直接对 x 求平方，没有先减均值")
_NO_SQUARE = Text(
    "yours averages absolute differences, not their squares", "你平均的是差的绝对值，而不是平方"
)
_EPS_OUTSIDE = Text("yours adds eps outside the root", "你把 eps 加在了根号外")
_NO_EPS = Text("yours is without eps", "你没有加 eps")
_NO_ROOT = Text("yours divides by the variance, without the root", "你除以的是方差，没有开方")
_SQUARED = Text(
    "yours divides by the square of (variance + eps), not by the root",
    "你除以的是 (方差 + eps) 的平方，而不是平方根",
)
_TIMES = Text("yours multiplies by the root instead of dividing by it", "你乘了平方根，而不是除以它")
_NOT_SUBTRACTED = Text("yours does not subtract the mean from x", "你没有从 x 中减去均值")
_ADDED = Text("yours adds the mean to x", "你把均值加到了 x 上")
_TURNED = Text("yours subtracts x from the mean, so every sign is turned", "你用均值去减 x，符号全反了")
_BETA_SCALED = Text("yours adds beta before it multiplies by gamma", "你先加了 beta，再乘 gamma")
_MINUS_BETA = Text("yours subtracts beta", "你减去了 beta")
