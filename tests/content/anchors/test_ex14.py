"""The reference of exercise 14 against torch's own root mean square normalisation."""

from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from grader.judge.bank import load_bank


@pytest.mark.parametrize("shape", [(6,), (4, 6), (2, 5, 6), (6, 6, 6), (2, 3, 4, 5, 6), (3, 1)])
@pytest.mark.parametrize("eps", [1e-6, 0.3])
def test_reference_equals_rms_norm(root: Path, shape: tuple[int, ...], eps: float) -> None:
    """RMSNorm is F.rms_norm with the same eps to 1e-12 in float64, gradients included."""
    generator = torch.Generator().manual_seed(1)
    x = (torch.randn(shape, generator=generator, dtype=torch.float64) * 1.7 + 0.8).requires_grad_()
    module = load_bank(root, "ex14_rms_norm", 14).solution["RMSNorm"](shape[-1], eps).double()
    with torch.no_grad():
        module.weight.copy_(torch.randn(shape[-1], generator=generator, dtype=torch.float64))
    weight = torch.randn(shape, generator=generator, dtype=torch.float64)
    results = module(x), F.rms_norm(x, shape[-1:], module.weight, eps)
    assert (results[0] - results[1]).abs().max() < 1e-12
    mine, theirs = (torch.autograd.grad((y * weight).sum(), (x, module.weight)) for y in results)
    assert all((own - other).abs().max() < 1e-11 for own, other in zip(mine, theirs, strict=True))


def test_without_a_mean_it_is_layer_norm(root: Path) -> None:
    """On centred tokens RMSNorm is F.layer_norm without an offset."""
    x = torch.randn(2, 5, 6, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    x -= x.mean(dim=-1, keepdim=True)
    module = load_bank(root, "ex14_rms_norm", 14).solution["RMSNorm"](6).double()
    assert (module(x) - F.layer_norm(x, (6,), eps=1e-6)).abs().max() < 1e-12


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_reference_keeps_half_precision(root: Path, dtype: torch.dtype) -> None:
    """Half precision is kept, and values whose squares overflow come out as in float32."""
    x = (torch.randn(4, 64, generator=torch.Generator().manual_seed(3)) * 3000).to(dtype)
    found = load_bank(root, "ex14_rms_norm", 14).solution["RMSNorm"](64).to(dtype)(x)
    assert found.dtype is dtype
    expected = F.rms_norm(x.float(), (64,), eps=1e-6)
    assert torch.allclose(found.float(), expected, atol=4 * torch.finfo(dtype).eps, rtol=1e-2)
