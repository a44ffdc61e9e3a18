# expect: wrong_answer
def masked_mean_pool(x, is_pad):
    lengths = is_pad.logical_not().sum(dim=1, keepdim=True).clamp(min=1)
    pooled = x.masked_fill(is_pad[:, :, None], 0.0).sum(dim=1)
    return pooled / (lengths * lengths)
