import torch


def masked_mean_pool(x, is_pad):
    keep = (~is_pad).unsqueeze(-1).to(x.dtype)
    safe = torch.nan_to_num(x) * keep
    return torch.einsum("bsd->bd", safe) / torch.clamp(keep.sum(dim=1), min=1.0)
