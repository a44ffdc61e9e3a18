# expect: wrong_answer
import torch


def masked_cross_entropy(logits, targets, is_pad):
    q = logits[is_pad.logical_not()]
    scaled = q / q.shape[-1] ** 0.5
    nll = torch.logsumexp(scaled, -1) - scaled[torch.arange(len(q)), targets[~is_pad]]
    return nll.sum() / max(len(q), 1)
