def padding_blocked_mask(token_ids, pad_id):
    return (token_ids.numpy() == pad_id)[:, None, None, :]
