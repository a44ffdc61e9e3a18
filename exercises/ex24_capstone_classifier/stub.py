# Exercise 24: Capstone: a classifier that padding cannot move. Grade it with: grade exercise 24
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
from course.blocks import Encoder, EncoderLayer, TiedEmbedding, masked_mean_pool, padding_blocked_mask
from torch import BoolTensor, LongTensor, Tensor, nn


def build_classifier(vocab: int, dim: int, num_heads: int, hidden_dim: int, num_layers: int) -> nn.Module:
    """Return a model with forward(ids [B, S], is_pad [B, S]) -> logits [B, 2].

    Task: does the FIRST token occur again later, in the real part of the sequence?
    ids: 1 to 9, padding 0; 4 to 12 real tokens, up to 24 positions. is_pad: bool, True = padding.
    Build it from your own blocks or the given ones. The grader trains it (Adam with learning rate 3e-3,
    batches of 64, 600 steps, fixed seeds).
    """
    raise NotImplementedError("exercise 24: build the classifier")
