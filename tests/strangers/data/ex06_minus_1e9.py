# exercise: 6
# fault: fills with -1e9 and leaves it, so a fully blocked query averages the blocked keys | line: 12
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    d_k = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(d_k)
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, -1e9)
    p_attn = scores.softmax(dim=-1)
    return torch.matmul(p_attn, v), p_attn
