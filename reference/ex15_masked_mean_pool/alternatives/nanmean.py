import torch
from torch import BoolTensor, Tensor


def masked_mean_pool(x: Tensor, is_pad: BoolTensor) -> Tensor:
    marked = torch.where(is_pad[:, :, None], torch.nan, x)
    return torch.nan_to_num(torch.nanmean(marked, dim=1), nan=0.0)
