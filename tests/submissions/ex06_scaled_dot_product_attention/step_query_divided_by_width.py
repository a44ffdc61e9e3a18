# expect: wrong_answer
import torch


def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    width = q.shape[-1]
    small = q / width
    fit = torch.einsum("...ik,...jk->...ij", small, k)
    if blocked_mask is not None:
        fit = fit.masked_fill(blocked_mask, -torch.inf)
    share = torch.softmax(fit, dim=-1)
    return share @ v, share
