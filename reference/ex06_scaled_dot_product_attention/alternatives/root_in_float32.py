"""The root of the width is a tensor of float32, whatever the dtype of the queries."""

import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    d_k = q.size(-1)
    scores = torch.matmul(q, k.transpose(-2, -1)) / torch.sqrt(torch.tensor(d_k, dtype=torch.float32))
    if blocked_mask is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
        weights = torch.softmax(scores, dim=-1).masked_fill(blocked_mask, 0)
    return torch.matmul(weights, v), weights
