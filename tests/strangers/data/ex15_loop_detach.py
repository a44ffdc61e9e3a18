# exercise: 15
# fault: the loop collects the vectors with .data, so no gradient reaches x | line: 12
# fault: padding is believed to be on the right: the first n positions are taken | line: 13
# fault: a sample without real positions gives the mean of nothing, NaN | line: 14
import torch


def masked_mean_pool(x, is_pad):
    pooled = []
    for b in range(x.shape[0]):
        n = int((~is_pad[b]).sum())
        real = x[b].data
        real = real[:n]
        pooled.append(real.mean(dim=0))
    return torch.stack(pooled)
