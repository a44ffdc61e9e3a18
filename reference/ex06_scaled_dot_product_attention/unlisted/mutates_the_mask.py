import math


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if blocked_mask is None:
        weights = scores.softmax(dim=-1)
        return weights @ v, weights
    keep = blocked_mask.logical_not_()
    scores = scores.masked_fill(~keep, -1e9)
    weights = scores.softmax(dim=-1) * keep
    blocked_mask.logical_not_()
    return weights @ v, weights
