# fault: 12
import math
import torch
from torch import nn
from torch.nn import functional as F


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, float('-inf'))
    weights = scores.softmax(-2)
    weights = torch.nan_to_num(weights)
    return weights @ v, weights
