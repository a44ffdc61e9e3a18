import torch


def softmax(x):
    x = x - x.amax(dim=-1, keepdim=True)
    e = torch.exp(x)
    return e / e.sum(dim=-1, keepdim=True)


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = q @ k.transpose(-1, -2)
    s = s / k.size(-1) ** 0.5
    if blocked_mask is not None:
        s = s.masked_fill(blocked_mask, -1e9)
    w = softmax(s)
    if blocked_mask is not None:
        w = w.masked_fill(blocked_mask, 0.0)
    return w @ v, w
