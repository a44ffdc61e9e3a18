# exercise: 6
# fault: the softmax runs over the queries (dim=-2) instead of the keys | line: 11
# fault: the scores are divided by d instead of sqrt(d) | line: 8
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = torch.einsum("...qd,...kd->...qk", q, k) / q.shape[-1]
    if blocked_mask is not None:
        s = torch.where(blocked_mask, torch.full_like(s, torch.finfo(s.dtype).min), s)
    w = torch.softmax(s, dim=-2)
    if blocked_mask is not None:
        w = torch.where(blocked_mask, torch.zeros_like(w), w)
    return torch.einsum("...qk,...kv->...qv", w, v), w
