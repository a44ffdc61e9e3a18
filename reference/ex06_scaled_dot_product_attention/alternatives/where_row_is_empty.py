import torch
from torch import Tensor


def scaled_dot_product_attention(q: Tensor, k: Tensor, v: Tensor, blocked_mask: Tensor | None = None):
    scores = (q * q.shape[-1] ** -0.5) @ k.mT
    if blocked_mask is None:
        blocked_mask = torch.zeros((), dtype=torch.bool, device=q.device)
    blocked_mask = blocked_mask.expand(scores.shape)
    empty = blocked_mask.all(dim=-1, keepdim=True)
    scores = scores.masked_fill(blocked_mask & ~empty, float("-inf"))
    weights = torch.where(empty, torch.zeros_like(scores), torch.softmax(scores, dim=-1))
    return torch.matmul(weights, v), weights
