# expect: mask-inverted + mask-head-axis-missing
# fault: 9
# says: line 9
# says: line 10
import torch


def padding_blocked_mask(token_ids: torch.Tensor, pad_id: int) -> torch.Tensor:
    keep = token_ids.ne(pad_id)
    return keep.unsqueeze(1)
