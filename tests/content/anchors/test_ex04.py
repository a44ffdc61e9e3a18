"""The reference of exercise 4 against torch's own encoder layer, of which it is the frame."""

from pathlib import Path

import pytest
import torch
from torch import nn

from grader.judge.bank import load_bank


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize("shape", [(2, 5, 6), (6, 6, 6)])
def test_two_connections_are_an_encoder_layer(root: Path, norm_first: bool, shape: tuple[int, ...]) -> None:
    """Around torch's attention and feed-forward, two connections give nn.TransformerEncoderLayer to 1e-12."""
    torch.manual_seed(5)
    connection = load_bank(root, "ex04_sublayer_connection", 4).solution["SublayerConnection"]
    layer = nn.TransformerEncoderLayer(6, 2, 10, batch_first=True, norm_first=norm_first).double().eval()
    first, second = (connection(6, 0.1, norm_first).double().eval() for _ in range(2))
    for own, norm in ((first, layer.norm1), (second, layer.norm2)):
        nn.init.normal_(norm.weight, 1.0, 0.5)
        nn.init.normal_(norm.bias, 0.0, 0.5)
        own.norm.load_state_dict(norm.state_dict())
    x = torch.randn(shape, dtype=torch.float64)
    found = first(x, lambda t: layer.self_attn(t, t, t, need_weights=False)[0])
    found = second(found, lambda t: layer.linear2(torch.relu(layer.linear1(t))))
    assert (found - layer(x)).abs().max() < 1e-12
