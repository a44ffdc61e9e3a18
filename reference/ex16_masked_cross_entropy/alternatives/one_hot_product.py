import torch
from torch.nn.functional import log_softmax, one_hot


def masked_cross_entropy(logits, targets, is_pad):
    rows, columns = torch.nonzero(~is_pad, as_tuple=True)
    if rows.numel() == 0:
        return (logits[rows] * 0).sum()
    chosen = logits[rows, columns]
    wanted = one_hot(targets[rows, columns], logits.shape[-1]).to(logits.dtype)
    return -(wanted * log_softmax(chosen, dim=-1)).sum(dim=-1).mean()
