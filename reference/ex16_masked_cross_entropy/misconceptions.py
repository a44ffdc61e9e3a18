"""Known-wrong losses, one for each id of the catalogue, other spellings, and pairs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from torch import Tensor
from torch.nn import functional as F

Namespace = Mapping[str, Any]

INCLUDES = "loss-includes-padding"
ALL_POSITIONS = "loss-divides-by-all-positions"
SAMPLE_MEANS = "loss-mean-of-sample-means"
INVERTED = "loss-mask-inverted"
SOFTMAX = "loss-softmax-applied-twice"
SUM = "loss-sum-not-mean"
SCRAMBLED = "loss-view-scrambles-classes"
EMPTY = "loss-empty-batch-nan"
LEAK = "loss-nan-leaks-from-padding"
OUT_OF_RANGE = "loss-pad-target-out-of-range"
ZEROED = "loss-padded-logits-zeroed"
SIGN = "loss-sign-flipped"
ACCURACY = "loss-accuracy-instead"

NAMES = (
    INCLUDES, ALL_POSITIONS, SAMPLE_MEANS, INVERTED, SOFTMAX, SUM, SCRAMBLED, EMPTY, LEAK, OUT_OF_RANGE,
    ZEROED, SIGN, ACCURACY,
)  # fmt: skip


def _loss(*names: str, spelling: str = "") -> Namespace:
    """A loss with all of these faults; `spelling` chooses another way to make the same mistake."""
    faults = frozenset(names)

    def masked_cross_entropy(logits: Tensor, targets: Tensor, is_pad: Tensor) -> Tensor:
        pad = ~is_pad if INVERTED in faults else is_pad
        wide = {INCLUDES, OUT_OF_RANGE, ZEROED} & faults and "clamped" not in spelling
        chosen = targets if wide else targets.masked_fill(pad, 0)
        if INVERTED in faults and "raises" not in spelling:
            chosen = chosen.clamp(0, logits.shape[-1] - 1)
        if ZEROED in faults:
            logits = logits.masked_fill(pad[..., None], 0.0)
        losses = _token_losses(faults, logits, chosen)
        if {INCLUDES, ZEROED} & faults:
            return losses.sum() if SUM in faults else losses.mean()
        keep = ~pad
        kept = losses * keep if LEAK in faults else losses.masked_fill(pad, 0.0)
        return _average(faults, spelling, kept, keep)

    return {"masked_cross_entropy": masked_cross_entropy}


def _token_losses(faults: frozenset[str], logits: Tensor, targets: Tensor) -> Tensor:
    """[B, S], before anything is dropped."""
    if ACCURACY in faults:
        return (logits.argmax(dim=-1) != targets).to(logits.dtype)
    if SOFTMAX in faults:
        logits = logits.softmax(dim=-1)
    b, s, v = logits.shape
    classes_second = logits.reshape(b, v, s) if SCRAMBLED in faults else logits.transpose(1, 2)
    losses = F.cross_entropy(classes_second, targets, reduction="none", ignore_index=-1000)
    return -losses if SIGN in faults else losses


def _average(faults: frozenset[str], spelling: str, kept: Tensor, keep: Tensor) -> Tensor:
    if SUM in faults:
        return kept.sum()
    if ALL_POSITIONS in faults:
        return kept.mean()
    if SAMPLE_MEANS in faults:
        count = keep.sum(dim=1)
        means = kept.sum(dim=1) / (count if EMPTY in faults else count.clamp(min=1))
        if spelling == "samples with tokens":
            return means.sum() / (count > 0).sum().clamp(min=1)
        return means.mean()
    count = keep.sum()
    return kept.sum() / (count if EMPTY in faults else count.clamp(min=1))


def _indexed(logits: Tensor, targets: Tensor, is_pad: Tensor) -> Tensor:
    return F.cross_entropy(logits[is_pad], targets[is_pad])


def _ignored(logits: Tensor, targets: Tensor, is_pad: Tensor) -> Tensor:
    """Padded positions count as soon as their target is a class."""
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def _accuracy(logits: Tensor, targets: Tensor, is_pad: Tensor, *, share_right: bool) -> Tensor:
    right = (logits.argmax(dim=-1) == targets)[~is_pad].to(logits.dtype)
    share = right.sum() / max(right.numel(), 1)
    return share if share_right else 1 - share


MISCONCEPTIONS: Mapping[str, Namespace] = {name: _loss(name) for name in NAMES}

VARIANTS: Sequence[tuple[str, Namespace]] = (
    (INCLUDES, _loss(INCLUDES, spelling="clamped")),
    (INCLUDES, {"masked_cross_entropy": _ignored}),
    (ZEROED, _loss(ZEROED, spelling="clamped")),
    (INVERTED, _loss(INVERTED, spelling="raises")),
    (INVERTED, {"masked_cross_entropy": _indexed}),
    (INVERTED, _loss(INVERTED, LEAK, EMPTY)),
    (SAMPLE_MEANS, _loss(SAMPLE_MEANS, EMPTY)),
    (SAMPLE_MEANS, _loss(SAMPLE_MEANS, spelling="samples with tokens")),
    (OUT_OF_RANGE, _loss(OUT_OF_RANGE, EMPTY)),
    (OUT_OF_RANGE, _loss(OUT_OF_RANGE, LEAK)),
    (OUT_OF_RANGE, _loss(OUT_OF_RANGE, LEAK, EMPTY)),
    (ACCURACY, {"masked_cross_entropy": lambda x, t, p: _accuracy(x, t, p, share_right=False)}),
    (ACCURACY, {"masked_cross_entropy": lambda x, t, p: _accuracy(x, t, p, share_right=True)}),
    (ACCURACY, _loss(ACCURACY, EMPTY)),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield faults in the token's loss, in the dropping of padding and in the average, at once."""
    values, drops = (None, SOFTMAX, SCRAMBLED, SIGN), (None, LEAK, OUT_OF_RANGE, INVERTED, INCLUDES, ZEROED)
    averages = (None, ALL_POSITIONS, SAMPLE_MEANS, SUM, EMPTY)
    for value, drop, average in product(values, drops, averages):
        names = tuple(name for name in (value, drop, average) if name)
        whole = drop in {INCLUDES, ZEROED} and average not in {None, SUM}
        if len(names) > 1 and not whole and (drop, average) not in {(OUT_OF_RANGE, EMPTY), (INVERTED, EMPTY)}:
            yield names, _loss(*names)
    for value in values[1:]:
        yield (value, LEAK, OUT_OF_RANGE), _loss(value, LEAK, OUT_OF_RANGE)
