# expect: wrong_answer
import torch


def masked_cross_entropy(logits, targets, is_pad):
    kept = ~is_pad
    p = torch.softmax(logits[kept], dim=-1)
    hit = p[torch.arange(p.shape[0]), targets[kept]]
    return (1 - hit).sum() / max(hit.numel(), 1)
