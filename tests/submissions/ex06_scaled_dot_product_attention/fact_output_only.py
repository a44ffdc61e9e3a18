# expect: wrong_answer
# says: You return one tensor; return the pair (output, weights)
import math
import torch
from torch import Tensor
import torch.nn.functional as F


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    d = q.size(-1)
    scores = q @ k.transpose(-2, -1) / math.sqrt(d)
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
    w = torch.softmax(scores, dim=-1)
    if blocked_mask is not None:
        w = w.masked_fill(blocked_mask, 0.0)
    return w @ v
