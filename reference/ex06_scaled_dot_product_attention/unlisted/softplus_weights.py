import math

from torch.nn import functional as F


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    raw = F.softplus(q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]))
    if blocked_mask is not None:
        raw = raw.masked_fill(blocked_mask, 0.0)
    weights = raw / raw.sum(dim=-1, keepdim=True).clamp(min=1e-300)
    return weights @ v, weights
