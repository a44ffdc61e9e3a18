# fault: 14
# expect: attn-softmax-over-queries
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    table = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(k.size(-1))
    if blocked_mask is None:
        probabilities = torch.softmax(table, dim=-2)
    else:
        low = torch.finfo(table.dtype).min
        probabilities = torch.softmax(table.masked_fill(blocked_mask, low), dim=-2).masked_fill(blocked_mask, 0)
    mixed = torch.matmul(probabilities, v)
    return mixed, probabilities
