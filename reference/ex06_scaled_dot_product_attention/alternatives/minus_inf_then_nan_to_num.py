import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    d_k = k.shape[-1]
    scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(d_k)
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, -math.inf)
    p = torch.nan_to_num(scores.softmax(-1), nan=0.0)
    return p @ v, p
