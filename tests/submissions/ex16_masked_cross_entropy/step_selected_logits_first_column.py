# expect: wrong_answer
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    keep = ~is_pad
    keep[:, 0] = False
    chosen, wanted = logits[keep], targets[keep]
    return F.cross_entropy(chosen, wanted, reduction="sum") / max(len(wanted), 1)
