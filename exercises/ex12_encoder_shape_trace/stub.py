# Exercise 12: Tensor shapes through the encoder, step by step. Grade it with: grade exercise 12
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


def encoder_shape_trace(
    batch: int, seq: int, dim: int, heads: int, hidden: int, layers: int = 1
) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor on its way through an encoder, as tuples of int.

    Keys: token_ids, embedded, norm_mean, norm_var, gamma, attn_norm, query_heads, attn_scores, blocked_mask,
    attn_weights, heads_merged, attn_out, residual_1, ffn_hidden, ffn_out, residual_2, memory.
    Values: shapes as tuples (blocked_mask before broadcasting; query_heads ready for
    q @ k.transpose(-2, -1)).
    """
    raise NotImplementedError("exercise 12: write down the shapes")
