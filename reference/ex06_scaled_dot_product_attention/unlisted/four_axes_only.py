import math


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    width = q.shape[-1]
    if q.dim() == 3:
        q, k, v = (t.unsqueeze(0) for t in (q, k, v))
        out, weights = scaled_dot_product_attention(q, k, v, None)
        return out.squeeze(0), weights.squeeze(0)
    scores = q @ k.transpose(-2, -1) / math.sqrt(width)
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, -1e9)
    weights = scores.softmax(dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
    return weights @ v, weights
