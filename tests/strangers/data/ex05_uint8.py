# exercise: 5
# fault: .byte() makes the mask uint8 | line: 11
# fault: the ids are cast to int8 before the comparison, so ids 256 apart look alike | line: 9
# fault: the mask has a head axis missing: [B, S, 1] after unsqueeze(-1) | line: 12
import torch


def padding_blocked_mask(token_ids, pad_id):
    small = token_ids.to(torch.int8)
    pad = torch.tensor(pad_id).to(torch.int8).item()
    mask = (small == pad).byte()
    return mask.unsqueeze(-1)
