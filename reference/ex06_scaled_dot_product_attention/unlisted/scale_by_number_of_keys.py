import math


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-2])
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, -1e9)
    weights = scores.softmax(dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
    return weights @ v, weights
