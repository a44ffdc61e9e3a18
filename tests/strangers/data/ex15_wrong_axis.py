# exercise: 15
# fault: the sum runs over the features instead of the positions | line: 11
# fault: the count is not unsqueezed, [B] against [B, S] or [B, D], so it raises or divides the wrong axis | line: 9
import torch


def masked_mean_pool(x, is_pad):
    filled = torch.masked_fill(x, is_pad.unsqueeze(-1), 0.0)
    count = torch.sum(~is_pad, dim=1)
    count = torch.clamp(count, min=1)
    return torch.sum(filled, dim=2) / count
