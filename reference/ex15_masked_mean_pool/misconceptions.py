"""Known-wrong poolings, one for each id of the catalogue, other spellings, and pairs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import inf
from typing import Any

import torch
from torch import Tensor

Namespace = Mapping[str, Any]
Pool = Callable[[Tensor, Tensor], Tensor]

INVERTED = "pool-mask-inverted"
LEAK = "pool-nan-leaks-from-padding"
EMPTY = "pool-empty-row-nan"
MUTATES = "pool-mutates-input"
FULL = "pool-divides-by-full-length"
PLUS_ONE = "pool-denominator-plus-one"
SUM = "pool-sum-not-mean"
KEEPS_AXIS = "pool-keeps-sequence-axis"
MAX = "pool-max-instead"
RIGHT_PADDING = "pool-assumes-right-padding"


def _masked(*names: str, spelling: str = "") -> Namespace:
    """A masked sum over a count, with all of these faults."""
    faults = frozenset(names)

    def pool(x: Tensor, is_pad: Tensor) -> Tensor:
        drop = (~is_pad if INVERTED in faults else is_pad)[..., None]
        keep = ~drop
        if MUTATES in faults:
            kept = x.masked_fill_(drop, 0.0)
        else:
            kept = x * keep if LEAK in faults else x.masked_fill(drop, 0.0)
        wide = KEEPS_AXIS in faults
        total = kept.sum(dim=1, keepdim=wide)
        if SUM in faults:
            return total
        count = keep.sum(dim=1, keepdim=wide)
        if FULL in faults:
            return total / x.shape[1]
        if PLUS_ONE in faults:
            return total / (count + (1e-6 if spelling == "small" else 1))
        return total / (count if EMPTY in faults else count.clamp(min=1))

    return {"masked_mean_pool": pool}


def _entry(pool: Pool) -> Namespace:
    return {"masked_mean_pool": pool}


def _first_n(x: Tensor, is_pad: Tensor) -> Tensor:
    lengths = (~is_pad).sum(dim=1).tolist()
    return torch.stack([row[:n].sum(dim=0) / max(n, 1) for row, n in zip(x, lengths, strict=True)])


def _first_n_unguarded(x: Tensor, is_pad: Tensor) -> Tensor:
    lengths = (~is_pad).sum(dim=1).tolist()
    return torch.stack([row[:n].mean(dim=0) for row, n in zip(x, lengths, strict=True)])


def _max_zero_if_empty(x: Tensor, is_pad: Tensor) -> Tensor:
    largest = x.masked_fill(is_pad[..., None], -inf).amax(dim=1)
    return largest.masked_fill(is_pad.all(dim=1, keepdim=True), 0.0)


MISCONCEPTIONS: Mapping[str, Namespace] = {
    "pool-ignores-mask": _entry(lambda x, is_pad: x.mean(dim=1)),
    "pool-max-instead": _entry(lambda x, is_pad: x.masked_fill(is_pad[..., None], -inf).amax(dim=1)),
    "pool-first-token": _entry(lambda x, is_pad: x[:, 0]),
    "pool-last-position": _entry(lambda x, is_pad: x[:, -1]),
    "pool-over-features": _entry(lambda x, is_pad: x.mean(dim=-1)),
    RIGHT_PADDING: _entry(_first_n),
    **{name: _masked(name) for name in (INVERTED, LEAK, EMPTY, MUTATES, FULL, PLUS_ONE, SUM, KEEPS_AXIS)},
}

VARIANTS: Sequence[tuple[str, Namespace]] = (
    (PLUS_ONE, _masked(PLUS_ONE, spelling="small")),
    (MAX, _entry(lambda x, is_pad: x.amax(dim=1))),
    (MAX, _entry(_max_zero_if_empty)),
    (MAX, _entry(lambda x, is_pad: x.masked_fill(is_pad[..., None], -1e9).amax(dim=1))),
    (MAX, _entry(lambda x, is_pad: x.masked_fill(is_pad[..., None], 0.0).amax(dim=1))),
    ("pool-over-features", _entry(lambda x, is_pad: x.masked_fill(is_pad[..., None], 0.0).mean(dim=-1))),
    (INVERTED, _masked(INVERTED, EMPTY)),
    (INVERTED, _masked(INVERTED, LEAK, EMPTY)),
    (INVERTED, _masked(INVERTED, LEAK)),
    (MUTATES, _masked(MUTATES, EMPTY)),
    (RIGHT_PADDING, _entry(_first_n_unguarded)),
    ("pool-ignores-mask", _entry(lambda x, is_pad: x.mean(dim=1, keepdim=True))),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield a way of dropping with a denominator, each with or without the sequence axis."""
    denominators = (EMPTY, FULL, PLUS_ONE, SUM)
    for drop, denominator, axis in product(
        (None, LEAK, MUTATES, INVERTED), (None, *denominators), (None, KEEPS_AXIS)
    ):
        names = tuple(name for name in (drop, denominator, axis) if name)
        if len(names) > 1 and not {INVERTED, EMPTY} <= set(names) and not {MUTATES, EMPTY} <= set(names):
            yield names, _masked(*names)
