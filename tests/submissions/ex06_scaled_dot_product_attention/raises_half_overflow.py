# expect: runtime_error
# says: does not fit into Half
# says: line 18
# never: stopped before
import math

import torch
from torch import BoolTensor, Tensor


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, blocked_mask: BoolTensor | None = None
) -> tuple[Tensor, Tensor]:
    q, k, v = q.half(), k.half(), v.half()
    score = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))

    if blocked_mask is not None:
        score = score.masked_fill(blocked_mask, -1e9)
    weight = torch.softmax(score, dim=-1)
    return weight @ v, weight
