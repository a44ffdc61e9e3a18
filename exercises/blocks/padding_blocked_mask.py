"""The mask of exercise 5, given to the exercises that build on it."""

from __future__ import annotations

from torch import Tensor


def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
    """Padding tokens may not be attended to, by any query of any head.

    token_ids: [B, S] int64. Returns [B, 1, 1, S] bool, True where token_ids == pad_id (a blocked key).
    """
    return token_ids.eq(pad_id)[:, None, None, :]  # [B, 1, 1, S]
