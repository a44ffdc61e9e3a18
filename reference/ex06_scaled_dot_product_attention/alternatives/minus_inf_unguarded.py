import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), weights
