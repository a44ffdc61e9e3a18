"""The mask of exercise 5, given to the exercises that build on it."""

from __future__ import annotations

from torch import Tensor


def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
    """Padding tokens may not be attended to, by any query of any head.

    token_ids: [B, S] int64. Returns [B, 1, 1, S] bool, True where token_ids == pad_id (a blocked key).
    """
    is_pad = token_ids.bitwise_xor(pad_id).logical_not()  # [B, S]
    return is_pad.expand(1, 1, -1, -1).permute(2, 0, 1, 3)  # [B, 1, 1, S]
