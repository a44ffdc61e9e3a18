import torch


def padding_blocked_mask(token_ids, pad_id):
    batch, length = token_ids.shape
    return torch.eq(token_ids, pad_id).view(batch, 1, 1, length)
