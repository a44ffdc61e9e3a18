import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    rows, classes = logits[~is_pad], targets.roll(1, dims=1)[~is_pad].clamp(min=0, max=logits.shape[-1] - 1)
    if classes.numel() == 0:
        return rows.sum()
    return F.cross_entropy(rows, classes)
