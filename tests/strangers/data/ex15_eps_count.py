# exercise: 15
# fault: 1 is added to every count against division by zero, so all means are too small | line: 12
# fault: the count runs over the whole batch instead of each sample | line: 11
# belief: adding 1 avoids a division by zero
import torch


def masked_mean_pool(x, is_pad):
    real = ~is_pad
    s = torch.einsum("bsd,bs->bd", x.masked_fill(is_pad[:, :, None], 0), real.to(x.dtype))
    n = real.sum().to(x.dtype)
    return s / (n + 1)
