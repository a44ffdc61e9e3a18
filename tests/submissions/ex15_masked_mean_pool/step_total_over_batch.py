# expect: wrong_answer
def masked_mean_pool(x, is_pad):
    real = (~is_pad).sum(dim=-1).clamp(min=1)
    survivors = x.masked_fill(is_pad.unsqueeze(-1), 0.0)
    summed = survivors.sum(dim=0, keepdim=True).sum(dim=1)
    return summed.expand(x.shape[0], -1) / real.unsqueeze(-1)
