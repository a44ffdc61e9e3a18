# expect: mask-on-query-axis
def padding_blocked_mask(token_ids, pad_id):
    source_is_pad = token_ids == pad_id  # [B, S]
    return source_is_pad.unsqueeze(1).unsqueeze(3)
