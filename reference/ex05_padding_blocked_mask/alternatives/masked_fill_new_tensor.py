import torch
from torch import Tensor


class KeyMask:
    """Builds the mask on the ids' device."""

    def __init__(self, ids: Tensor) -> None:
        self.out = torch.zeros((ids.shape[0], 1, 1, ids.shape[1]), dtype=torch.bool, device=ids.device)

    def block(self, where: Tensor) -> Tensor:
        self.out[:, 0, 0] = where
        return self.out


def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
    return KeyMask(token_ids).block((token_ids - pad_id).abs() < 1)
