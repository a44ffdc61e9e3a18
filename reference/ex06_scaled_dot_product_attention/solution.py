"""Reference for exercise 6: attention of Vaswani et al. (2017), §3.2.1, and 0 where every key is blocked."""

import math

import torch
from torch import Tensor


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, blocked_mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """q: [..., Sq, d], k: [..., Sk, d], v: [..., Sk, dv] -> (output [..., Sq, dv], weights [..., Sq, Sk])."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # [..., Sq, Sk]
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
    return weights @ v, weights
