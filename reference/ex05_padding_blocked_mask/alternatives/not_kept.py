from torch import Tensor


def padding_blocked_mask(token_ids: Tensor, pad_id: int) -> Tensor:
    attention_mask = token_ids.ne(pad_id)  # 1 = keep, as elsewhere
    blocked = ~attention_mask
    return blocked.unsqueeze(1).unsqueeze(2)
