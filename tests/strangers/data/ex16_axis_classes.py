# exercise: 16
# fault: the logits are reshaped to [B, V, S] instead of transposed, which scrambles the classes | line: 11
import torch
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    B, S, V = logits.shape
    logits = logits.masked_fill(is_pad[..., None], 0.0)
    t = targets.masked_fill(is_pad, 0)
    losses = F.cross_entropy(logits.reshape(B, V, S), t, reduction="none")
    losses = losses.masked_fill(is_pad, 0.0)
    return losses.sum() / (~is_pad).sum().clamp(min=1)
