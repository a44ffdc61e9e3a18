"""Reference for exercise 15: the mean over the real positions of each sample (Encoder notes §8)."""

from torch import BoolTensor, Tensor


def masked_mean_pool(x: Tensor, is_pad: BoolTensor) -> Tensor:
    """x: [B, S, D], is_pad: [B, S] bool, True = padding -> [B, D]; zeros where nothing is real."""
    total = x.masked_fill(is_pad[..., None], 0.0).sum(dim=1)
    count = (~is_pad).sum(dim=1, keepdim=True).clamp(min=1)
    return total / count
