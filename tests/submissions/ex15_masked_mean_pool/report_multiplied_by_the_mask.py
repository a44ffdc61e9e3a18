# expect: pool-nan-leaks-from-padding
# The pooling of many sentence encoders: fine until a padded position holds NaN.
import torch


def masked_mean_pool(x, is_pad):
    input_mask_expanded = (~is_pad).unsqueeze(-1).expand(x.size()).to(x.dtype)
    summed = torch.sum(x * input_mask_expanded, 1)
    return summed / torch.clamp(input_mask_expanded.sum(1), min=1e-9)
