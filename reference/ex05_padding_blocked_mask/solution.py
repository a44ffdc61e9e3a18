"""Reference for exercise 5: the key padding mask, True where token_ids == pad_id (Encoder notes §8)."""

from torch import Tensor


def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
    """token_ids: [B, S] -> [B, 1, 1, S] bool, True = blocked key."""
    return (token_ids == pad_id)[:, None, None, :]
