# expect: wrong_answer
import math


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = q @ k.transpose(-2, -1)
    s = s / math.sqrt(q.shape[-1])
    if blocked_mask is not None:
        s = s.masked_fill(blocked_mask, -1e9)
    w = s.softmax(-1)
    if blocked_mask is not None:
        w = w.masked_fill(blocked_mask, 0.0)
    average = w.mean(dim=-2, keepdim=True).expand(w.shape)
    return average @ v, w
