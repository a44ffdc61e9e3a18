# expect: wrong_answer
def masked_mean_pool(x, is_pad):
    hidden = is_pad.clone()
    hidden[:, 0] = True
    z = x.masked_fill(hidden.unsqueeze(-1), 0)
    return z.sum(dim=1) / (~is_pad).sum(dim=1, keepdim=True).clamp(min=1)
