# exercise: 6
# fault: the scores are not divided by sqrt(d) | line: 7
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = torch.matmul(q, k.transpose(-2, -1))
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, torch.finfo(scores.dtype).min)
    p_attn = scores.softmax(dim=-1)
    if blocked_mask is not None:
        p_attn = p_attn.masked_fill(blocked_mask, 0.0)
    return torch.matmul(p_attn, v), p_attn
