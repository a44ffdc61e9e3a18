"""Known-wrong batch normalisations, one for each id of the catalogue, other spellings, and pairs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations as pairs
from typing import Any

import torch
from torch import Tensor, nn

Namespace = Mapping[str, Any]

LAYER_NORM = "bn-is-layer-norm"
POSITION = "bn-per-position-statistics"
POSITIONS_AS_CHANNELS = "bn-channels-are-positions"
EVAL_BATCH = "bn-eval-uses-batch-statistics"
BIASED = "bn-running-variance-biased"
UNBIASED = "bn-normalises-with-unbiased-variance"
SWAPPED = "bn-momentum-swapped"
NEVER = "bn-running-never-updated"
EVAL_UPDATES = "bn-updates-in-eval"
TRAINS_ON_RUNNING = "bn-trains-on-running-statistics"
NO_BUFFERS = "bn-running-not-buffers"

NAMES = (
    LAYER_NORM, POSITION, POSITIONS_AS_CHANNELS, EVAL_BATCH, BIASED, UNBIASED, SWAPPED, NEVER, EVAL_UPDATES,
    TRAINS_ON_RUNNING, NO_BUFFERS,
)  # fmt: skip


def _module(*names: str, spelling: str = "") -> Namespace:
    """A SequenceBatchNorm with all of these faults; `spelling` chooses another way to make them."""
    faults = frozenset(names)
    in_place = "in place" in spelling

    class Faulty(nn.Module):
        running_mean: Tensor
        running_var: Tensor

        def __init__(self, dim: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))
            self.eps, self.momentum = eps, momentum
            for name, start in (("running_mean", torch.zeros(dim)), ("running_var", torch.ones(dim))):
                if NO_BUFFERS in faults:
                    setattr(self, name, start)
                else:
                    self.register_buffer(name, start)

        def forward(self, x: Tensor) -> Tensor:
            mean, square, count = self._batch(x)
            unbiased = square * count / (count - 1) if count > 1 else square * torch.nan
            used = unbiased if UNBIASED in faults else square
            kept = self.running_mean, self.running_var
            if (self.training or EVAL_UPDATES in faults) and NEVER not in faults:
                self._remember(x, mean, square if BIASED in faults else unbiased)
            if LAYER_NORM in faults and "running in eval" not in spelling:
                return self._affine(x, mean, used)
            if self.training and TRAINS_ON_RUNNING not in faults:
                return self._affine(x, mean, used)
            if not self.training and EVAL_BATCH in faults:
                return self._affine(x, mean, used)
            earlier = "earlier" in spelling
            return self._affine(x, *(kept if earlier else (self.running_mean, self.running_var)))

        def _batch(self, x: Tensor) -> tuple[Tensor, Tensor, int]:
            axes: Any = (0, 1)
            if LAYER_NORM in faults:
                axes = -1
            elif POSITION in faults:
                axes = 0
            elif POSITIONS_AS_CHANNELS in faults:
                axes = (0, 2)
            mean = x.mean(dim=axes, keepdim=True)
            square = (x - mean).square().mean(dim=axes, keepdim=True)
            count = x.numel() // mean.numel()
            if axes == (0, 1):
                return mean[0, 0], square[0, 0], count
            if axes == 0:
                return mean[0], square[0], count
            return (mean, square, count) if axes == -1 else (mean[0, :, 0], square[0, :, 0], count)

        @torch.no_grad()
        def _remember(self, x: Tensor, mean: Tensor, var: Tensor) -> None:
            if LAYER_NORM in faults and not spelling:
                return
            if "per channel" in spelling:
                mean, var = x.mean(dim=(0, 1)), x.flatten(0, 1).var(dim=0)
            old, new = 1 - self.momentum, self.momentum
            if SWAPPED in faults:
                old, new = new, old
            if in_place:
                self.running_mean.mul_(old).add_(new * mean)
                self.running_var.mul_(old).add_(new * var)
            else:
                self.running_mean = old * self.running_mean + new * mean
                self.running_var = old * self.running_var + new * var

        def _affine(self, x: Tensor, mean: Tensor, var: Tensor) -> Tensor:
            weight, bias = self.weight, self.bias
            if POSITIONS_AS_CHANNELS in faults:
                mean, var = mean[:, None], var[:, None]
                if "affine on features" not in spelling:
                    weight, bias = weight[:, None], bias[:, None]
            return weight * (x - mean) / torch.sqrt(var + self.eps) + bias

    return {"SequenceBatchNorm": Faulty}


MISCONCEPTIONS: Mapping[str, Namespace] = {name: _module(name) for name in NAMES}

VARIANTS: Sequence[tuple[str, Namespace]] = tuple(
    (name, _module(name, spelling=spelling))
    for name, spelling in (
        (LAYER_NORM, "per channel"),
        (LAYER_NORM, "per channel, running in eval"),
        (LAYER_NORM, "running in eval"),
        (LAYER_NORM, "in place"),
        (POSITION, "in place"),
        (POSITIONS_AS_CHANNELS, "in place"),
        (POSITIONS_AS_CHANNELS, "affine on features"),
        (POSITIONS_AS_CHANNELS, "affine on features, in place"),
        (EVAL_UPDATES, "earlier"),
        (TRAINS_ON_RUNNING, "earlier"),
        (NO_BUFFERS, "in place"),
    )
)

HIDING = (
    {LAYER_NORM, EVAL_BATCH}, {LAYER_NORM, NEVER}, {LAYER_NORM, EVAL_UPDATES}, {LAYER_NORM, BIASED},
    {LAYER_NORM, SWAPPED}, {LAYER_NORM, TRAINS_ON_RUNNING}, {LAYER_NORM, NO_BUFFERS},
    {NEVER, BIASED}, {NEVER, SWAPPED}, {NEVER, EVAL_UPDATES}, {NEVER, TRAINS_ON_RUNNING}, {NEVER, NO_BUFFERS},
    {LAYER_NORM, POSITION}, {LAYER_NORM, POSITIONS_AS_CHANNELS}, {POSITION, POSITIONS_AS_CHANNELS},
    {POSITIONS_AS_CHANNELS, NO_BUFFERS},
    {UNBIASED, TRAINS_ON_RUNNING},
)  # fmt: skip
"""Pairs of which one hides the other."""


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield pairs of mistakes that show side by side, then both variances exchanged among three."""
    for both in pairs(NAMES, 2):
        if set(both) not in HIDING:
            yield both, _module(*both)
            if NO_BUFFERS in both and POSITION not in both:
                yield both, _module(*both, spelling="in place")
    for third in (EVAL_BATCH, SWAPPED, EVAL_UPDATES):
        yield (BIASED, UNBIASED, third), _module(BIASED, UNBIASED, third)
