# fault: 12
import math
import torch
from torch import nn
from torch.nn import functional as F


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, float('-inf'))
    e = F.softplus(scores)
    weights = e / e.sum(-1, keepdim=True).clamp(min=1e-9)
    return weights @ v, weights
