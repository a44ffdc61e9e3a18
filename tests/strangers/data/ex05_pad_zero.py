# exercise: 5
# fault: pad_id is ignored, 0 is always taken as padding | line: 9
# fault: the mask is int64 instead of bool | line: 10
import torch


def padding_blocked_mask(token_ids, pad_id):
    b, s = token_ids.shape
    mask = torch.where(token_ids == 0, 1, 0)
    return mask.view(b, 1, 1, s)
