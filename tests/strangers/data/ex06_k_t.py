# exercise: 6
# fault: k.T reverses all axes, so inputs with leading axes raise or mix batches | line: 7
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = q @ k.T
    s = s / (q.shape[-1] ** 0.5)
    if blocked_mask is not None:
        s = s.masked_fill(blocked_mask, torch.finfo(s.dtype).min)
    w = s.softmax(dim=-1)
    if blocked_mask is not None:
        w = w.masked_fill(blocked_mask, 0.0)
    return w @ v, w
