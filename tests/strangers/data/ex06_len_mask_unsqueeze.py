# exercise: 6
# fault: the mask gets an extra axis for the heads, so a mask that already fits gives a result with one axis too many | line: 11
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    if blocked_mask is not None:
        blocked_mask = blocked_mask.unsqueeze(1)
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
    return torch.matmul(weights, v), weights
