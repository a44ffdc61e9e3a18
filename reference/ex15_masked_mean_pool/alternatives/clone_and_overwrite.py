def masked_mean_pool(x, is_pad):
    y = x.clone()
    y[is_pad] = 0
    out = y.sum(1)
    lengths = x.shape[1] - is_pad.sum(1)
    lengths[lengths == 0] = 1
    return out.div(lengths.unsqueeze(-1))
