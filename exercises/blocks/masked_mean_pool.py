"""The pooling of exercise 15, given to the exercises that build on it."""

from __future__ import annotations

from torch import Tensor


def masked_mean_pool(x: Tensor, is_pad: Tensor) -> Tensor:
    """One vector a sample: the mean over its real positions, zeros where it has none.

    x: [B, S, D]; is_pad: [B, S] bool, True = padding. Returns [B, D].
    """
    # Selecting, not multiplying by 0: 0 * NaN is NaN.
    total = x.masked_fill(is_pad.unsqueeze(-1), 0.0).sum(dim=1)  # [B, D]
    count = is_pad.logical_not().sum(dim=1, keepdim=True)  # [B, 1]
    return total / count.clamp(min=1)
