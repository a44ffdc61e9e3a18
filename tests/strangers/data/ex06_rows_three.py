# exercise: 6
# fault: the keys are normalised to length 1 before the dot product, a cosine attention | line: 11
# fault: blocked scores are set to 0, as if that removed them | line: 16
# fault: a fully blocked query gets uniform weights over all keys | line: 19
import math

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    k = torch.nn.functional.normalize(k, dim=-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.shape[-1])
    if blocked_mask is None:
        w = scores.softmax(dim=-1)
        return w @ v, w
    scores = scores.masked_fill(blocked_mask, 0.0)
    w = scores.softmax(dim=-1).masked_fill(blocked_mask, 0.0)
    dead = blocked_mask.all(dim=-1, keepdim=True)
    w = torch.where(dead, torch.full_like(w, 1.0 / k.shape[-2]), w)
    return w @ v, w
