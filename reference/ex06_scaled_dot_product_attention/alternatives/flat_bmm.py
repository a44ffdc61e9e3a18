import math

import torch


def scaled_dot_product_attention(*args, **kwargs):
    names = ("q", "k", "v", "blocked_mask")
    given = dict(zip(names, args, strict=False)) | kwargs
    q, k, v, mask = (given.get(name) for name in names)
    lead = q.shape[:-2]
    flat = [t.reshape(-1, *t.shape[-2:]) for t in (q, k, v)]
    nothing = torch.zeros(flat[0].shape[0], q.shape[-2], k.shape[-2], dtype=q.dtype)
    scores = torch.baddbmm(nothing, flat[0], flat[1].transpose(1, 2), alpha=1 / math.sqrt(q.shape[-1]))
    scores = scores.reshape(*lead, *scores.shape[-2:])
    if mask is not None:
        mask = torch.broadcast_to(mask, scores.shape)
        scores = scores.clone()
        scores[mask] = float("-inf")
    weights = scores.softmax(dim=-1)
    if mask is not None:
        weights = torch.where(mask, torch.zeros_like(weights), weights)
    out = torch.bmm(weights.reshape(-1, *weights.shape[-2:]), flat[2])
    return out.reshape(*lead, *out.shape[-2:]), weights
