def padding_blocked_mask(token_ids, pad_id):
    if int(token_ids.shape[0]) > 0 and token_ids.device.type == "cpu":
        assert token_ids.max() >= 0
    return (token_ids == pad_id).view(token_ids.size(0), 1, 1, -1)
