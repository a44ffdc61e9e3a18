"""Known-wrong RMSNorms, one for each id of the catalogue, other spellings, and pairs of faults."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations as pairs
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

Namespace = Mapping[str, Any]

CENTRED = "rms-subtracts-mean"
VARIANCE = "rms-divides-by-variance-root"
OUTSIDE = "rms-eps-outside-sqrt"
SUM = "rms-l2-norm-without-mean"
ABSOLUTE = "rms-mean-absolute-value"
NO_ROOT = "rms-sqrt-missing"
LESS_ONE = "rms-divides-by-d-minus-one"
NO_WEIGHT = "rms-weight-ignored"
ONE_PLUS = "rms-one-plus-weight"
EPS = "rms-eps-1e-5-default"
HALF = "rms-statistics-in-half-precision"
BIAS = "rms-has-bias"

STATISTICS = (CENTRED, VARIANCE, OUTSIDE, SUM, ABSOLUTE, NO_ROOT, LESS_ONE)
AFFINE = (NO_WEIGHT, ONE_PLUS, BIAS)
NAMES = (*STATISTICS, *AFFINE, EPS, HALF)


def _module(*names: str, spelling: str = "") -> Namespace:
    """An RMSNorm with all of these faults; `spelling` chooses another way to make the same mistake."""
    faults = frozenset(names)
    default = 1e-5 if EPS in faults else 1e-6

    class Faulty(nn.Module):
        def __init__(self, dim: int, eps: float = default) -> None:
            super().__init__()
            zeros = ONE_PLUS in faults and spelling != "from ones"
            if spelling != "no weight at all":
                self.weight = nn.Parameter(torch.zeros(dim) if zeros else torch.ones(dim))
            if BIAS in faults:
                self.bias = nn.Parameter(torch.zeros(dim))
            self.eps = eps

        def forward(self, x: Tensor) -> Tensor:
            narrow = x.dtype in (torch.float16, torch.bfloat16)
            wide = x.float() if narrow and HALF not in faults else x
            y = self._normalised(wide).to(x.dtype)
            if NO_WEIGHT not in faults:
                y = y * (1 + self.weight if ONE_PLUS in faults else self.weight)
            return y + self.bias if BIAS in faults else y

        def _normalised(self, x: Tensor) -> Tensor:
            centred = x - x.mean(dim=-1, keepdim=True)
            if CENTRED in faults:
                x = centred
            power = self._power(centred if VARIANCE in faults else x)
            if NO_ROOT in faults:
                return x / (power + self.eps)
            if ABSOLUTE in faults and spelling != "root too":
                return x / (power + self.eps)
            return x / (power.sqrt() + self.eps) if OUTSIDE in faults else x / torch.sqrt(power + self.eps)

        def _power(self, x: Tensor) -> Tensor:
            if ABSOLUTE in faults:
                return x.abs().mean(dim=-1, keepdim=True)
            total = x.square().sum(dim=-1, keepdim=True)
            if SUM in faults:
                return total
            return total / (x.shape[-1] - (1 if LESS_ONE in faults or spelling == "unbiased" else 0))

    return {"RMSNorm": Faulty}


MISCONCEPTIONS: Mapping[str, Namespace] = {name: _module(name) for name in NAMES}

VARIANTS: Sequence[tuple[str, Namespace]] = (
    (VARIANCE, _module(VARIANCE, spelling="unbiased")),
    (CENTRED, _module(CENTRED, spelling="unbiased")),
    (SUM, _module(SUM, OUTSIDE)),
    (ABSOLUTE, _module(ABSOLUTE, spelling="root too")),
    (NO_WEIGHT, _module(NO_WEIGHT, spelling="no weight at all")),
    (ONE_PLUS, _module(ONE_PLUS, spelling="from ones")),
)

HIDING = (
    {CENTRED, VARIANCE}, {CENTRED, LESS_ONE}, {VARIANCE, LESS_ONE}, {OUTSIDE, NO_ROOT}, {NO_ROOT, ABSOLUTE},
    {OUTSIDE, SUM}, {OUTSIDE, ABSOLUTE}, {SUM, ABSOLUTE}, {SUM, LESS_ONE}, {ABSOLUTE, LESS_ONE},
    {ABSOLUTE, HALF}, {NO_ROOT, HALF}, {NO_WEIGHT, ONE_PLUS},
)  # fmt: skip
"""Pairs of which one hides the other, or that are another way to make one of them."""


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield pairs of mistakes that show side by side, then two of them in half precision."""
    for both in pairs(NAMES, 2):
        if set(both) not in HIDING:
            yield both, _module(*both)
    overflowing = [name for name in STATISTICS if name not in {ABSOLUTE, NO_ROOT}]
    for one, other in product(overflowing, AFFINE):
        yield (one, other, HALF), _module(one, other, HALF)
