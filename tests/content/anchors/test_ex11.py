"""The reference of exercise 11 against modules that are really built."""

from pathlib import Path

import pytest
from torch import nn

from grader.judge.bank import load_bank


def _built(dim: int, hidden_dim: int, num_layers: int, num_heads: int, final_norm: bool) -> int:
    layer = nn.TransformerEncoderLayer(
        dim, num_heads, hidden_dim, batch_first=True, norm_first=True, device="meta"
    )
    norm = nn.LayerNorm(dim, device="meta") if final_norm else None
    encoder = nn.TransformerEncoder(layer, num_layers, norm, enable_nested_tensor=False)
    return sum(p.numel() for p in encoder.parameters())


@pytest.mark.parametrize("final_norm", [True, False])
@pytest.mark.parametrize("sizes", [(8, 16, 2, 2), (12, 20, 3, 3), (512, 2048, 6, 8), (6, 6, 1, 1)])
def test_the_count_is_that_of_real_modules(
    root: Path, sizes: tuple[int, int, int, int], final_norm: bool
) -> None:
    """With biases, nn.TransformerEncoder holds as many numbers as the reference says."""
    count = load_bank(root, "ex11_count_encoder_params", 11).solution["count_encoder_params"]
    assert count(*sizes, final_norm=final_norm) == _built(*sizes, final_norm)


def test_without_biases_only_the_linear_maps_lose_theirs(root: Path) -> None:
    """bias=False takes 5 D + F numbers from each layer, and the base model is known."""
    count = load_bank(root, "ex11_count_encoder_params", 11).solution["count_encoder_params"]
    assert count(12, 20, 3) - count(12, 20, 3, bias=False) == 3 * (5 * 12 + 20)
    assert count(512, 2048, 6, final_norm=False) == 18_914_304
