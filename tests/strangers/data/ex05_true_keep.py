# exercise: 5
# fault: the polarity is inverted: True marks the real tokens | line: 5
# belief: a mask says which tokens take part
def padding_blocked_mask(token_ids, pad_id):
    return (token_ids != pad_id).unsqueeze(1).unsqueeze(2)
