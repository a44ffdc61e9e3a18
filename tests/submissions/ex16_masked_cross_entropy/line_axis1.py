# fault: 14
# says: vocabulary
import math
import torch
from torch import nn
from torch.nn import functional as F


def masked_cross_entropy(logits, targets, is_pad):
    V = logits.shape[-1]
    keep = ~is_pad
    logits = logits.masked_fill(is_pad[..., None], 0.0)
    targets = targets.masked_fill(is_pad, 0)
    logp = F.log_softmax(logits, dim=1)
    nll = -logp.gather(-1, targets[..., None])[..., 0]
    return (nll * keep).sum() / keep.sum().clamp(min=1)
