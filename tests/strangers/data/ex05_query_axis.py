# exercise: 5
# fault: the padding is laid on the query axis, [B, 1, S, 1] | line: 4
def padding_blocked_mask(token_ids, pad_id):
    return token_ids.eq(pad_id)[:, None, :, None]
