# expect: mask-pad-id-hardcoded + mask-float-zero-one
# fault: 8
import torch


def padding_blocked_mask(token_ids, pad_id):
    shape = (token_ids.shape[0], 1, 1, token_ids.shape[1])
    padded = torch.eq(token_ids, 0)
    return padded.view(shape).float()
