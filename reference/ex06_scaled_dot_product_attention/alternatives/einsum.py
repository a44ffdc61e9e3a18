import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    logits = torch.einsum("...id,...jd->...ij", q, k) * q.size(-1) ** -0.5
    if blocked_mask is None:
        attn = torch.softmax(logits, dim=-1)
    else:
        logits = torch.where(blocked_mask, torch.finfo(logits.dtype).min, logits)
        attn = torch.softmax(logits, dim=-1) * ~blocked_mask
    return torch.einsum("...ij,...jd->...id", attn, v), attn
