"""log sum exp minus the target's logit, padding filled before."""

import torch
from torch import BoolTensor, LongTensor, Tensor


def masked_cross_entropy(logits: Tensor, targets: LongTensor, is_pad: BoolTensor) -> Tensor:
    safe_logits = logits.masked_fill(is_pad[..., None], 0.0)
    safe_targets = targets.masked_fill(is_pad, 0)
    picked = torch.gather(safe_logits, 2, safe_targets.unsqueeze(2)).squeeze(2)
    losses = torch.logsumexp(safe_logits, dim=2) - picked
    weight = (~is_pad).to(logits.dtype)
    return (losses * weight).sum() / torch.clamp(weight.sum(), min=1.0)
