def masked_mean_pool(x, is_pad):
    kept = x.masked_fill(is_pad[..., None], 0.0)
    count = (~is_pad).sum(dim=1, keepdim=True).clamp(min=1)
    total = kept.sum(dim=1)
    return total / count**0.5
