"""The references of exercise 17 against torch's own activations."""

from pathlib import Path

import torch
from torch.nn import functional as F

from grader.judge.bank import load_bank


def test_gelu_is_the_exact_one(root: Path) -> None:
    """gelu is F.gelu without approximation to 1e-12 on [-10, 10], gradients included."""
    gelu = load_bank(root, "ex17_gelu_swiglu", 17).solution["gelu"]
    x = torch.linspace(-10.0, 10.0, 2001, dtype=torch.float64, requires_grad=True)
    assert (gelu(x) - F.gelu(x)).abs().max() < 1e-12
    mine, theirs = (torch.autograd.grad(y.sum(), x)[0] for y in (gelu(x), F.gelu(x)))
    assert (mine - theirs).abs().max() < 1e-12


def test_the_approximations_are_as_far_off_as_they_are_said_to_be(root: Path) -> None:
    """The tanh formula is off by 2.4e-4 to 4.8e-4 at its worst, the sigmoid formula by 0.0102 to 0.0204."""
    gelu = load_bank(root, "ex17_gelu_swiglu", 17).solution["gelu"]
    x = torch.linspace(-10.0, 10.0, 20001, dtype=torch.float64)
    tanh = (gelu(x) - F.gelu(x, approximate="tanh")).abs().max()
    sigmoid = (gelu(x) - x * torch.sigmoid(1.702 * x)).abs().max()
    assert 2.4e-4 < tanh < 4.8e-4
    assert 0.0102 < sigmoid < 0.0204


def test_the_network_is_a_swish_gated_linear_unit(root: Path) -> None:
    """The network is down(silu(gate) * up) with plain matrix products to 1e-12, and has 3 D F numbers."""
    network = load_bank(root, "ex17_gelu_swiglu", 17).solution["SwiGLUFeedForward"](6, 10).double()
    x = torch.randn(2, 5, 6, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    gate, up, down = (part.weight.T for part in (network.gate_proj, network.up_proj, network.down_proj))
    assert (network(x) - (F.silu(x @ gate) * (x @ up)) @ down).abs().max() < 1e-12
    assert sum(p.numel() for p in network.parameters()) == 3 * 6 * 10
