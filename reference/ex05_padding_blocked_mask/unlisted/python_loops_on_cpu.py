import torch


def padding_blocked_mask(token_ids, pad_id):
    rows = [[[[token == pad_id for token in row]]] for row in token_ids.tolist()]
    return torch.tensor(rows, dtype=torch.bool).reshape(len(rows), 1, 1, token_ids.shape[1])
