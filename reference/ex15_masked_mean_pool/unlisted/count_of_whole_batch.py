def masked_mean_pool(x, is_pad):
    kept = x.masked_fill(is_pad[..., None], 0.0)
    total = kept.sum(dim=1)
    return total / (~is_pad).sum() * is_pad.shape[0]
