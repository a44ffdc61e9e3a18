# fault: 3
def masked_mean_pool(x, is_pad):
    n = is_pad.sum(dim=1).clamp(min=1).unsqueeze(1)
    s = x.masked_fill(is_pad[:, :, None], 0.0).sum(dim=1)
    return s / n
