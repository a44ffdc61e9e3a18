# exercise: 6
# fault: the mask is applied after the softmax, so the weights of the visible keys do not sum to 1 | line: 10
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    logits = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    weights = logits.softmax(-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0)
    return weights @ v, weights
