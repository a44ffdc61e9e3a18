# expect: wrong_answer
import torch


def masked_cross_entropy(logits, targets, is_pad):
    mask = ~is_pad
    wanted = targets[mask] - 1
    scores = logits[mask].log_softmax(dim=-1)
    losses = -scores[torch.arange(len(scores)), wanted]
    return losses.sum() / max(len(losses), 1)
