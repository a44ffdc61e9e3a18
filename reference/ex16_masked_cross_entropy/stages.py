"""Stages of exercise 16: selected_logits, log_probabilities, token_losses, loss."""

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor

from grader.authoring import Call, Case, Draw, Stage, Text

from ..ex15_masked_mean_pool.stages import IS_PAD
from .cases import CLASSES, FUNCTION

Slip = tuple[Text, Tensor]


def case(draw: Draw) -> Case:
    """One call, logits: [4, 6, 5], finite logits and possible targets at padded positions."""
    logits, targets = draw.normal(4, 6, CLASSES, scale=2.0), draw.integers(0, CLASSES, 4, 6)
    return Case("stages", (Call("call", (logits, targets, IS_PAD), target=FUNCTION),))


def stages(case: Case, weights: Mapping[str, Tensor]) -> tuple[Stage, ...]:
    """The stages of one call, also for code that drops padding late; there are no weights."""
    call = case.steps[0]
    assert isinstance(call, Call)
    logits, targets, is_pad = call.args
    every = logits.log_softmax(-1)
    losses = -every.gather(-1, targets[..., None])[..., 0]
    kept, real = losses[~is_pad], losses.masked_fill(is_pad, 0.0)
    zeroed = logits.masked_fill(is_pad[..., None], 0.0)
    return (
        Stage(
            "selected_logits",
            (logits[~is_pad], zeroed, *_not_yet_selected(logits)),
            slips=((_TURNED, logits[is_pad]),),
        ),
        Stage(
            "log_probabilities",
            (every[~is_pad], every, zeroed.log_softmax(-1)),
            needs=("selected_logits",),
            slips=tuple(_log_slips(logits, is_pad)),
        ),
        Stage(
            "token_losses",
            tuple(
                form for values in (kept, real, losses, kept.sum(), real.sum(1)) for form in (values, -values)
            ),
            needs=("log_probabilities",),
            slips=tuple(_token_slips(logits, targets, is_pad)),
        ),
        Stage("loss", (kept.mean(),), needs=("token_losses",), slips=tuple(_loss_slips(losses, is_pad))),
    )


def _not_yet_selected(logits: Tensor) -> tuple[Tensor, ...]:
    """What shows that code drops padding later and went wrong before: the selection is not its fault."""
    b, s, v = logits.shape
    scrambled = logits.reshape(b, v, s).log_softmax(1)
    return (logits.softmax(-1), logits.log_softmax(1), logits.log_softmax(0), scrambled)


def _log_slips(logits: Tensor, is_pad: Tensor) -> Iterator[Slip]:
    for part in (logits[~is_pad], logits):
        yield _TWICE, part.softmax(-1).log_softmax(-1)
    for part in (logits[~is_pad], logits, logits.masked_fill(is_pad[..., None], 0.0)):
        yield _PROBABILITY, part.softmax(-1)
    for words, axis in ((_OVER_TOKENS, 1), (_OVER_BATCH, 0)):
        yield words, logits.log_softmax(axis)
        yield words, logits.softmax(axis)
    yield _OVER_TOKENS, logits[~is_pad].log_softmax(0)
    b, s, v = logits.shape
    yield _SCRAMBLED, logits.reshape(b, v, s).log_softmax(1)
    yield _TURNED, logits[is_pad].log_softmax(-1)


def _token_slips(logits: Tensor, targets: Tensor, is_pad: Tensor) -> Iterator[Slip]:
    chosen = targets[..., None]
    losses = -logits.log_softmax(-1).gather(-1, chosen)[..., 0]
    yield _TURNED, losses.masked_fill(~is_pad, 0.0)
    yield _TURNED, losses[is_pad]
    yield _PLAIN_LOGIT, logits.gather(-1, chosen)[~is_pad]
    yield _ALL_CLASSES, -logits.log_softmax(-1).sum(-1)[~is_pad]


def _loss_slips(losses: Tensor, is_pad: Tensor) -> Iterator[Slip]:
    kept, real = losses[~is_pad], losses.masked_fill(is_pad, 0.0)
    yield _INCLUDES, losses.mean()
    yield _ALL_POSITIONS, real.mean()
    yield _SAMPLE_MEANS, (real.sum(1) / (~is_pad).sum(1)).mean()
    yield _SIGN, -kept.mean()
    yield _TURNED, losses[is_pad].mean()
    yield _SAMPLES, real.sum() / len(real)
    yield _SUM, torch.stack((kept.sum(), kept.sum())).mean()


_TURNED = Text("yours is that of the padded positions", "你取的是填充位置的")
_TWICE = Text("yours applies softmax twice", "你做了两次 softmax")
_OVER_TOKENS = Text(
    "yours takes the softmax over the tokens, not over the classes",
    "你的 softmax 是在 token 之间做的，而不是在类别之间",
)
_OVER_BATCH = Text(
    "yours takes the softmax over the batch, not over the classes",
    "你的 softmax 是在 batch 上做的，而不是在类别之间",
)
_SCRAMBLED = Text(
    "yours comes from a reshape that scrambles tokens and classes", "你用的 reshape 打乱了 token 与类别"
)
_PROBABILITY = Text("yours are probabilities, without the logarithm", "你得到的是概率，没有取对数")
_PLAIN_LOGIT = Text(
    "yours is the target's logit, without the softmax", "你取的是目标的 logit，没有做 softmax"
)
_ALL_CLASSES = Text(
    "yours adds up all classes, not the target alone", "你把所有类别都加了起来，而不是只取目标"
)
_INCLUDES = Text("yours is the mean with the padded positions in it", "你的平均把填充位置也算进去了")
_ALL_POSITIONS = Text("yours divides by all positions, B * S", "你除以的是全部位置数 B * S")
_SAMPLE_MEANS = Text("yours is the mean of the samples' means", "你先对每个样本求平均，再求平均")
_SIGN = Text("yours has the opposite sign", "你的符号反了")
_SAMPLES = Text("yours divides by the number of samples", "你除以的是样本数")
_SUM = Text("yours is the sum", "你得到的是总和")
