"""Exercise 10's reference beside torch's own encoder layer as it is by default."""

from __future__ import annotations

from pathlib import Path

import pytest
from torch import Tensor

from grader.judge.bank import load_bank
from tests.content.anchors.test_ex08 import MASK, compare


@pytest.mark.parametrize("mask", [None, MASK], ids=["no mask", "padding"])
def test_agrees_with_a_layer_of_torch(root: Path, mask: Tensor | None) -> None:
    """PostLNEncoderLayer is nn.TransformerEncoderLayer(norm_first=False), padding included."""
    layer = load_bank(root, "ex10_post_ln_encoder_layer", 10).solution["PostLNEncoderLayer"]
    compare(layer(12, 3, 20), norm_first=False, mask=mask)
