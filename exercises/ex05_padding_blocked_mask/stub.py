# Exercise 5: Padding mask. Grade it with: grade exercise 5
#
# The contract of the whole course
#   - Batch-first: [B, S, D] is batch, sequence, features. H heads, Dh = D / H, F hidden features.
#   - A mask is torch.bool, and True means BLOCKED.
#   - Inputs are never changed in place.
#   - The output has the dtype and the device of the input.
#   - In eval mode the same input gives the same output.
#   - A query whose keys are all blocked gets weights 0 and attention output 0 (before the output
#     projection), with finite gradients.
# Names inside your code are your own, except those that the docstring fixes.

import torch
from torch import BoolTensor, LongTensor


def padding_blocked_mask(token_ids: LongTensor, pad_id: int) -> BoolTensor:
    """Return the mask that blocks padded keys.

    token_ids: [B, S]. Returns [B, 1, 1, S], torch.bool, True where token_ids == pad_id (blocked key).
    Padding may be on the left, on the right or in the middle. pad_id is arbitrary: 0 may be a real token.
    The mask is on the device of token_ids and broadcasts to [B, H, S_query, S].
    Handles B = 0 and rows that are all padding.
    """
    raise NotImplementedError("exercise 5: say which keys are padding")
