def padding_blocked_mask(token_ids, pad_id):
    is_pad = token_ids == pad_id
    seen = is_pad.long().cumsum(dim=1) > 0
    return seen[:, None, None, :]
