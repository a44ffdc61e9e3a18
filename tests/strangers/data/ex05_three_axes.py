# exercise: 5
# fault: the result is [B, 1, S], one axis short | line: 5
def padding_blocked_mask(token_ids, pad_id):
    is_pad = token_ids == pad_id
    return is_pad.unsqueeze(1)
