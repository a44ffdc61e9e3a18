# exercise: 5
# fault: every id up to pad_id counts as padding, since pad_id is believed to be the smallest | line: 5
# fault: the axes of size 1 come first, [1, 1, B, S], so the batch stands on the query axis | line: 6
def padding_blocked_mask(token_ids, pad_id):
    blocked = token_ids <= pad_id
    return blocked[None, None]
