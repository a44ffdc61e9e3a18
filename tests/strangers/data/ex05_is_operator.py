# exercise: 5
# fault: uses "is" instead of "==", which gives one Python False and raises on unsqueeze | line: 4
def padding_blocked_mask(token_ids, pad_id):
    mask = token_ids is pad_id
    return mask.unsqueeze(1).unsqueeze(2)
