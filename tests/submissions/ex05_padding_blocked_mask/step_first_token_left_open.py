# expect: wrong_answer
# never: You compare with 0
# never: The mask assumes padding on the right
def padding_blocked_mask(token_ids, pad_id):
    mask = token_ids == pad_id
    mask[:, 0] = False
    return mask[:, None, None]
