import torch


def masked_mean_pool(x, is_pad):
    pooled = []
    for vectors, pad in zip(x, is_pad, strict=True):
        real = vectors[~pad]
        if len(real) == 0:
            pooled.append(vectors.new_zeros(vectors.shape[-1]))
        else:
            pooled.append(real.mean(dim=0))
    return torch.stack(pooled)
