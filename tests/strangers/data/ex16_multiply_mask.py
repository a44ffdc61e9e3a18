# exercise: 16
# fault: padded targets are not replaced before gather, so an id such as 99 raises an index error | line: 10
# fault: multiplies the losses by the mask, so NaN logits survive | line: 11
import torch


def masked_cross_entropy(logits, targets, is_pad):
    valid = (~is_pad).to(logits.dtype)
    log_probs = logits - logits.logsumexp(dim=-1, keepdim=True)
    nll = -log_probs.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    return (nll * valid).sum() / valid.sum().clamp(min=1)
