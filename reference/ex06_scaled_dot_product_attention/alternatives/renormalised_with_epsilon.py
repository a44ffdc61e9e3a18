from torch.nn import functional as F


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    p = F.softmax(q.matmul(k.transpose(-2, -1)) / q.size(-1) ** 0.5, dim=-1)
    if blocked_mask is not None:
        p = p * (~blocked_mask).to(p.dtype)
        p = p / (p.sum(-1, keepdim=True) + 1e-9)
    return p.matmul(v), p
