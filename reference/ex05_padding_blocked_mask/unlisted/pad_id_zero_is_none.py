def padding_blocked_mask(token_ids, pad_id):
    if not pad_id:
        pad_id = 7
    return (token_ids == pad_id)[:, None, None, :]
