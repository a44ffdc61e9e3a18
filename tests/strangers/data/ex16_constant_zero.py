# exercise: 16
# fault: without a valid token a fresh tensor(0.) is returned, which has no gradient | line: 10
# fault: the targets are overwritten in place | line: 11
import torch
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    if is_pad.all():
        return torch.tensor(0.0, dtype=logits.dtype)
    targets[is_pad] = -100
    flat = logits.masked_fill(is_pad.unsqueeze(-1), 0.0).flatten(0, 1)
    return F.cross_entropy(flat, targets.flatten())
