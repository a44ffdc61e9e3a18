# exercise: 16
# fault: the mean of the samples' means instead of the mean over all valid tokens | line: 12
import torch
import torch.nn.functional as F


def masked_cross_entropy(logits, targets, is_pad):
    safe_logits = logits.masked_fill(is_pad.unsqueeze(-1), 0.0)
    safe_targets = targets.masked_fill(is_pad, 0)
    nll = -F.log_softmax(safe_logits, dim=-1).gather(-1, safe_targets.unsqueeze(-1)).squeeze(-1)
    nll = nll.masked_fill(is_pad, 0.0)
    per_sample = nll.sum(1) / (~is_pad).sum(1).clamp(min=1)
    return per_sample.mean()
