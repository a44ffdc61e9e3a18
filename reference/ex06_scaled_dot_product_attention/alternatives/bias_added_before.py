import torch


def attention_bias(blocked_mask, like):
    """0 where open, the smallest number where blocked."""
    lowest = torch.finfo(like.dtype).min
    return torch.zeros(blocked_mask.shape, dtype=like.dtype, device=like.device).masked_fill(
        blocked_mask, lowest
    )


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scale = 1 / torch.sqrt(torch.tensor(float(q.size(-1)), dtype=q.dtype))
    sim = q.matmul(k.transpose(-2, -1)).mul(scale)
    if blocked_mask is not None:
        sim = sim + attention_bias(blocked_mask, sim)
    weights = sim.softmax(dim=-1)
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0)
    return weights.matmul(v), weights
