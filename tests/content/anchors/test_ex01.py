"""The reference of exercise 1 against torch's own layer normalisation."""

from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from grader.judge.bank import load_bank


@pytest.mark.parametrize("shape", [(6,), (4, 6), (2, 5, 6), (6, 6, 6), (2, 3, 4, 5, 6), (3, 1)])
@pytest.mark.parametrize("eps", [1e-5, 0.3])
def test_reference_equals_layer_norm(root: Path, shape: tuple[int, ...], eps: float) -> None:
    """manual_layer_norm is F.layer_norm over the last axis to 1e-12 in float64, gradients included."""
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(shape, generator=generator, dtype=torch.float64) * 1.7 + 0.8
    gamma, beta = torch.randn(2, shape[-1], generator=generator, dtype=torch.float64)
    weight = torch.randn(shape, generator=generator, dtype=torch.float64)
    inputs = [t.requires_grad_() for t in (x, gamma, beta)]
    solution = load_bank(root, "ex01_manual_layer_norm", 1).solution["manual_layer_norm"]
    mine, theirs = solution(*inputs, eps), F.layer_norm(x, shape[-1:], gamma, beta, eps)
    assert (mine - theirs).abs().max() < 1e-12
    for own, wanted in zip(
        torch.autograd.grad((mine * weight).sum(), inputs),
        torch.autograd.grad((theirs * weight).sum(), inputs),
        strict=True,
    ):
        assert (own - wanted).abs().max() < 1e-12


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_reference_keeps_half_precision(root: Path, dtype: torch.dtype) -> None:
    """In half precision the dtype is kept and large inputs come out as F.layer_norm gives them."""
    x = (torch.randn(4, 64, generator=torch.Generator().manual_seed(2)) * 300).to(dtype)
    gamma, beta = torch.ones(64, dtype=dtype), torch.zeros(64, dtype=dtype)
    found = load_bank(root, "ex01_manual_layer_norm", 1).solution["manual_layer_norm"](x, gamma, beta)
    assert found.dtype is dtype
    assert torch.allclose(
        found.float(), F.layer_norm(x.float(), (64,)), atol=4 * torch.finfo(dtype).eps, rtol=1e-2
    )
