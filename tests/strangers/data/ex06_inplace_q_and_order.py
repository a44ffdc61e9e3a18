# exercise: 6
# fault: q is scaled in place, so the caller's queries change | line: 8
# fault: returns (weights, output), the wrong way round | line: 15
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    q *= q.shape[-1] ** -0.5
    dots = q @ k.transpose(-2, -1)
    if blocked_mask is not None:
        dots = dots.masked_fill(blocked_mask, torch.finfo(dots.dtype).min)
    alpha = dots.softmax(-1)
    if blocked_mask is not None:
        alpha = alpha.masked_fill(blocked_mask, 0.0)
    return alpha, alpha @ v
