# expect: wrong_answer
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    a, b = logits[~is_pad], targets[~is_pad]
    losses = F.cross_entropy(a, b, reduction="none")
    return losses.max() if len(b) else a.sum()
