import torch


def padding_blocked_mask(*, token_ids, pad_id):
    pad = torch.tensor(pad_id)
    equal = torch.logical_not(torch.logical_xor(token_ids == pad, torch.ones_like(token_ids).bool()))
    return equal[:, None][:, None]
