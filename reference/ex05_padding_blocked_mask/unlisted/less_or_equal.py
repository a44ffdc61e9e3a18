def padding_blocked_mask(token_ids, pad_id):
    return (token_ids <= pad_id).unsqueeze(1).unsqueeze(1)
