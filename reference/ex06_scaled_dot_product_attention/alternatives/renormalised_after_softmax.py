import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(q.size(-1)), dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
        total = weights.sum(dim=-1, keepdim=True)
        weights = weights / torch.where(total == 0, torch.ones_like(total), total)
    return weights @ v, weights
