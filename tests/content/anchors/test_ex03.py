"""The reference of exercise 3 against the feed-forward part of torch's encoder layer."""

from pathlib import Path

import pytest
import torch
from torch import nn

from grader.judge.bank import load_bank


@pytest.mark.parametrize("shape", [(6,), (2, 5, 6), (6, 6, 6), (2, 3, 4, 6)])
def test_reference_equals_torch_feed_forward(root: Path, shape: tuple[int, ...]) -> None:
    """FeedForward is linear2(relu(linear1(x))) of nn.TransformerEncoderLayer to 1e-12 in eval mode."""
    torch.manual_seed(4)
    mine = load_bank(root, "ex03_feed_forward", 3).solution["FeedForward"](6, 10, 0.1).double().eval()
    theirs = nn.TransformerEncoderLayer(6, 2, dim_feedforward=10).double().eval()
    theirs.linear1.load_state_dict(mine.net[0].state_dict())
    theirs.linear2.load_state_dict(mine.net[3].state_dict())
    x = torch.randn(shape, dtype=torch.float64)
    assert (mine(x) - theirs.linear2(theirs.activation(theirs.linear1(x)))).abs().max() < 1e-12
