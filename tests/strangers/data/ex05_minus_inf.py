# exercise: 5
# fault: returns an additive float mask of -inf instead of a boolean mask | line: 8
# fault: the additive mask is inverted: 0 at the padding, -inf at the real tokens | line: 9
import torch


def padding_blocked_mask(token_ids, pad_id):
    mask = torch.zeros(token_ids.shape, device=token_ids.device)
    mask = mask.masked_fill(token_ids != pad_id, float("-inf"))
    return mask[:, None, None]
