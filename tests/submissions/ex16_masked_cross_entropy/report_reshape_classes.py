# expect: loss-view-scrambles-classes
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    b, s, v = logits.shape
    t = targets.masked_fill(is_pad, 0)
    raw = F.cross_entropy(logits.view(b, v, s), t, reduction="none")
    return raw[~is_pad].sum() / (~is_pad).sum().clamp(min=1)
