# Exercise 11: Counting the encoder's parameters. Grade it with: grade exercise 11
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


def count_encoder_params(
    dim: int,
    hidden_dim: int,
    num_layers: int,
    num_heads: int = 8,
    bias: bool = True,
    final_norm: bool = True,
) -> int:
    """Count the trainable parameters of an Encoder (exercise 9) made of EncoderLayers (exercise 8).

    bias concerns only the Linear layers: LayerNorms always have gamma and beta.
    final_norm says whether the final LayerNorm is counted. num_heads does not affect the result.
    Returns an int.
    """
    raise NotImplementedError("exercise 11: count the parameters")
