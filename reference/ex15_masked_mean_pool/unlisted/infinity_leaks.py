def masked_mean_pool(x, is_pad):
    kept = x.nan_to_num(nan=0.0, posinf=float("inf"), neginf=float("-inf")) * (~is_pad)[..., None]
    count = (~is_pad).sum(dim=1, keepdim=True).clamp(min=1)
    total = kept.sum(dim=1)
    return total / count
