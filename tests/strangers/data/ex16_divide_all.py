# exercise: 16
# fault: divides by B * S, padding included | line: 12
# fault: the softmax runs over the positions, dim=1 | line: 8
import torch


def masked_cross_entropy(logits, targets, is_pad):
    logp = torch.log_softmax(logits.masked_fill(is_pad[:, :, None], 0), dim=1)
    index = torch.where(is_pad, torch.zeros_like(targets), targets)
    picked = torch.gather(logp, 2, index[:, :, None])[:, :, 0]
    total = -torch.where(is_pad, torch.zeros_like(picked), picked).sum()
    return total / is_pad.numel()
