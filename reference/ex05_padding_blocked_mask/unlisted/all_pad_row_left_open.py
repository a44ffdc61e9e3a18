def padding_blocked_mask(token_ids, pad_id):
    is_pad = token_ids == pad_id
    is_pad = is_pad & ~is_pad.all(dim=1, keepdim=True)
    return is_pad[:, None, None, :]
