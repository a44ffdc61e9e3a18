"""The projection I - 11'/S from the left."""

import torch


def token_residual(x):
    s = x.size(1)
    p = torch.eye(s, dtype=x.dtype, device=x.device) - torch.full(
        (s, s), 1 / s, dtype=x.dtype, device=x.device
    )
    rest = torch.einsum("st,btd->bsd", p, x)
    return (torch.einsum("bsd,bsd->b", rest, rest) / torch.einsum("bsd,bsd->b", x, x)) ** 0.5
