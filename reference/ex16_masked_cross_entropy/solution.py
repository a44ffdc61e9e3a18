"""Reference for exercise 16: cross-entropy over the valid tokens of a batch (Encoder notes §8)."""

from torch import BoolTensor, LongTensor, Tensor
from torch.nn import functional as F


def masked_cross_entropy(logits: Tensor, targets: LongTensor, is_pad: BoolTensor) -> Tensor:
    """logits: [B, S, V], targets: [B, S] int64, is_pad: [B, S] bool, True = padding -> []; 0 if all is."""
    valid_logits, valid_targets = logits[~is_pad], targets[~is_pad]
    total = F.cross_entropy(valid_logits, valid_targets, reduction="sum")
    return total / max(valid_targets.numel(), 1)
