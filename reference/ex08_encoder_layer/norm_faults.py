"""Layer norms with a fault of exercise 1, for the place of nn.LayerNorm in a layer of exercise 8 or 10."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from ..ex01_manual_layer_norm.misconceptions import MISCONCEPTIONS as FUNCTIONS

NormFactory = Callable[[int], nn.Module]


def norm_factory(fault: str) -> NormFactory:
    """Makes norms that do what the function of this id in exercise 1 does, with eps 1e-5."""
    function: Any = FUNCTIONS[fault]["manual_layer_norm"]

    class FaultyNorm(nn.Module):
        def __init__(self, dim: int) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.ones(dim))
            self.bias = nn.Parameter(torch.zeros(dim))

        def forward(self, x: Tensor) -> Tensor:
            return function(x, self.weight, self.bias, 1e-5)

    return FaultyNorm


def eps_factory(eps: float) -> NormFactory:
    """Makes right norms with another eps."""
    return lambda dim: nn.LayerNorm(dim, eps=eps)


USUAL = ("ln-unbiased-variance", "ln-eps-outside-sqrt", "ln-std-plus-eps")
"""What hand-written norms get wrong most often: also searched together with a fault of the layer."""

NORMS: Mapping[str, NormFactory] = {
    fault: norm_factory(fault)
    for fault in (
        *USUAL,
        "ln-notebook-verbatim",
        "ln-beta-subtracted",
        "ln-eps-missing",
        "ln-divide-by-variance",
        "ln-over-sequence-axis",
        "ln-over-sequence-and-features",
        "ln-over-batch-axis",
        "ln-over-batch-and-sequence",
        "ln-over-whole-tensor",
        "ln-mean-not-subtracted",
        "ln-is-rmsnorm",
        "ln-affine-ignored",
        "ln-affine-before-normalising",
        "ln-beta-scaled-by-gamma",
        "ln-stats-detached",
    )
}
