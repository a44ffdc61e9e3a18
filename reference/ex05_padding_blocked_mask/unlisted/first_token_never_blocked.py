def padding_blocked_mask(token_ids, pad_id):
    is_pad = token_ids == pad_id
    is_pad[:, 0] = False
    return is_pad[:, None, None, :]
