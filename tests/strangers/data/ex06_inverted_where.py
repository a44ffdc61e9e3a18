# exercise: 6
# fault: the mask is read as True = take part | line: 11
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    if blocked_mask is not None:
        mask = blocked_mask
        scores = scores.masked_fill(mask == 0, torch.finfo(scores.dtype).min)
        attn = scores.softmax(-1).masked_fill(mask == 0, 0.0)
    else:
        attn = scores.softmax(-1)
    return attn @ v, attn
