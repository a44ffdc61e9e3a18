"""Exercise 23's reference beside torch.linalg, and what random attention does to it."""

from __future__ import annotations

from pathlib import Path

import torch

from grader.judge.bank import load_bank


def test_the_residual_is_a_ratio_of_matrix_norms(root: Path) -> None:
    """Each sample's residual is the ratio of torch.linalg's Frobenius norms of the centred and the whole
    matrix.
    """
    residual = load_bank(root, "ex23_rank_collapse", 23).solution["token_residual"]
    torch.manual_seed(23)
    x = torch.randn(3, 5, 4, dtype=torch.float64) + 0.5
    for sample, found in zip(x, residual(x), strict=True):
        centred = sample - sample.mean(0)
        expected = torch.linalg.matrix_norm(centred) / torch.linalg.matrix_norm(sample)
        torch.testing.assert_close(found, expected, rtol=0, atol=1e-12)


def test_random_attention_collapses_and_skips_prevent_it(root: Path) -> None:
    """After three layers of random attention the residual is below 1e-5, with skip connections above 0.8."""
    residual = load_bank(root, "ex23_rank_collapse", 23).solution["token_residual"]
    attention_of = load_bank(root, "ex07_multi_head_attention", 7).solution["MultiHeadAttention"]
    for seed in range(3):
        torch.manual_seed(seed)
        plain = skipped = torch.randn(1, 32, 64, dtype=torch.float64)
        for _ in range(3):
            attention = attention_of(64, 4).double()
            for parameter in attention.parameters():
                if parameter.dim() == 2:
                    torch.nn.init.xavier_uniform_(parameter)
                else:
                    torch.nn.init.zeros_(parameter)
            with torch.no_grad():
                plain = attention(plain, plain, plain)[0]
                skipped = skipped + attention(skipped, skipped, skipped)[0]
        assert residual(plain).item() < 1e-5
        assert residual(skipped).item() > 0.8
