"""The attention block of exercise 7, given to the exercises that build on it."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):
    """Every query gathers the values of the keys it may see, in each of `num_heads` heads apart.

    Head h owns the contiguous features h*Dh ... (h+1)*Dh - 1 of the projections, Dh = dim / num_heads.
    ValueError if `num_heads` does not divide `dim`.
    """

    def __init__(self, dim: int, num_heads: int, dropout: float = 0.0) -> None:
        super().__init__()
        if dim % num_heads != 0:
            raise ValueError(f"dim={dim} cannot be split into num_heads={num_heads} heads of equal width")
        self.num_heads = num_heads
        self.q_proj = nn.Linear(dim, dim)
        self.k_proj = nn.Linear(dim, dim)
        self.v_proj = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, dim)
        self.weight_dropout = nn.Dropout(dropout)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, blocked_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Return (output, weights), the weights as they were before dropout.

        query: [B, Sq, D]; key, value: [B, Sk, D]; blocked_mask: bool, broadcastable to [B, H, Sq, Sk],
        True = may not be attended to. output: [B, Sq, D]; weights: [B, H, Sq, Sk].
        A query whose keys are all blocked gets weights 0.
        """
        projections = zip((self.q_proj, self.k_proj, self.v_proj), (query, key, value), strict=True)
        q, k, v = (
            project(x).unflatten(-1, (self.num_heads, -1)).movedim(2, 1) for project, x in projections
        )  # [B, H, S, Dh] each
        scores = torch.mul(q @ k.mT, q.size(-1) ** -0.5)  # [B, H, Sq, Sk]
        weights = _softmax_over_visible(scores, blocked_mask)
        found = self.weight_dropout(weights) @ v  # [B, H, Sq, Dh]
        return self.out_proj(found.movedim(1, 2).flatten(-2)), weights


def _softmax_over_visible(scores: Tensor, blocked_mask: Tensor | None) -> Tensor:
    if blocked_mask is None:
        return scores.softmax(dim=-1)
    # The smallest finite number, not -inf: a row of -inf would turn into NaN, forwards and backwards.
    lowest, nothing = scores.new_tensor((torch.finfo(scores.dtype).min, 0.0))
    weights = torch.where(blocked_mask, lowest, scores).softmax(dim=-1)
    # Changes nothing in an ordinary row; a fully blocked row is uniform at this point and becomes 0.
    return torch.where(blocked_mask, nothing, weights)
