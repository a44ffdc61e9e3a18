# expect: wrong_answer
import torch


def masked_mean_pool(x, is_pad):
    n = (~is_pad).sum(1).clamp(min=1)
    values = torch.where(is_pad[:, :, None], torch.ones_like(x), x)
    return values.sum(1) / n[:, None]
