import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    quarter = q.shape[-1] ** -0.25
    logits = (q * quarter) @ (k * quarter).transpose(-2, -1)
    if blocked_mask is not None:
        logits = logits.masked_fill(blocked_mask, -1e30)
    weights = (logits - torch.logsumexp(logits, dim=-1, keepdim=True)).exp()
    if blocked_mask is not None:
        weights = weights.masked_fill(blocked_mask, 0.0)
    return weights @ v, weights.detach()
