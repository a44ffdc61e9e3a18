# expect: runtime_error
# says: the class number -1
# says: At padded positions
import torch
import torch.nn.functional as F
from torch import BoolTensor, LongTensor, Tensor


def masked_cross_entropy(logits: Tensor, targets: LongTensor, is_pad: BoolTensor) -> Tensor:
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none").view_as(targets)
    return (loss * ~is_pad).sum() / (~is_pad).sum().clamp(min=1)
