import torch


def padding_blocked_mask(token_ids, pad_id):
    yes = torch.ones_like(token_ids, dtype=torch.bool)
    no = torch.zeros_like(yes)
    out = torch.where(token_ids == torch.full_like(token_ids, pad_id), yes, no)
    return out.reshape(token_ids.size(0), 1, 1, token_ids.size(1))
