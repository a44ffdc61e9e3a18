# exercise: 5
# fault: the query axis is expanded to S, so the mask does not fit queries of another length | line: 9
import torch


def padding_blocked_mask(token_ids, pad_id):
    B, S = token_ids.shape
    m = (token_ids == pad_id).reshape(B, 1, 1, S)
    return m.expand(B, 1, S, S)
