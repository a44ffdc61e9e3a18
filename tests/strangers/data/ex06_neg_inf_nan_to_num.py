# exercise: 6
# fault: -inf is added to the scores and the NaN rows are only replaced afterwards, so a fully blocked query has NaN gradients | line: 13
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    att = (q @ k.mT) * (k.size(-1) ** -0.5)
    if blocked_mask is not None:
        bias = torch.zeros_like(att).masked_fill(blocked_mask, float("-inf"))
        att = att + bias
    att = torch.softmax(att, dim=-1)
    if blocked_mask is not None:
        att = torch.nan_to_num(att, nan=0.0)
    return att @ v, att
