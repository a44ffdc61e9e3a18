import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    rows, classes = logits[~is_pad], targets[~is_pad]
    if classes.numel() == 0:
        return 0.0 * logits.sum()
    return F.cross_entropy(rows, classes)
