import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    valid = ~is_pad
    if not valid.any():
        return logits[valid].sum()
    return F.cross_entropy(logits[valid], targets[valid])
