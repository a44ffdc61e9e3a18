"""Sum and count are accumulated in float32."""

import torch


def masked_mean_pool(x, is_pad):
    h = x.masked_fill(is_pad[..., None], 0.0)
    total = h.sum(dim=1, dtype=torch.float32)
    count = (~is_pad).sum(dim=1, keepdim=True).float().clamp(min=1.0)
    return (total / count).to(x.dtype)
