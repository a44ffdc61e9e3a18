# exercise: 5
# fault: the mask is made on the CPU whatever the device of token_ids, through a Python list | line: 14
# fault: a sentence that is all padding is left unblocked, to "avoid NaN" | line: 11
import torch


def padding_blocked_mask(token_ids, pad_id):
    rows = []
    for row in token_ids.tolist():
        flags = [t == pad_id for t in row]
        if all(flags):
            flags = [False] * len(row)
        rows.append(flags)
    return torch.tensor(rows, dtype=torch.bool).view(token_ids.size(0), 1, 1, token_ids.size(1))
