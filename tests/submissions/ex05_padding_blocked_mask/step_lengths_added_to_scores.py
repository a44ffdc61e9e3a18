# expect: mask-assumes-right-padding + mask-additive-float
# fault: 9
import torch


def padding_blocked_mask(token_ids, pad_id):
    lengths = (token_ids != pad_id).sum(-1)
    places = torch.arange(token_ids.size(1))
    behind = places[None] >= lengths[:, None]
    return torch.zeros(behind.shape).masked_fill(behind, -1e9)[:, None, None]
