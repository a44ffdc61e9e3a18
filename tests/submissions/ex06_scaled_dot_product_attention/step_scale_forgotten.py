# fault: 8
# expect: attn-scale-missing + attn-full-mask-uniform
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    turned = k.transpose(-1, -2)
    energy = q.matmul(turned)
    if blocked_mask is not None:
        energy = torch.where(blocked_mask, torch.tensor(-1e9, dtype=q.dtype), energy)
    attention = torch.softmax(energy, -1)
    context = attention.matmul(v)
    return context, attention
