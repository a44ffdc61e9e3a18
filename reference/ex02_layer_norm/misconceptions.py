"""Known-wrong LayerNorm modules, one for each id of the catalogue."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations as pairs
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn

Start = Callable[[int], Tensor]
Faults = frozenset[str]


def _start_gamma(faults: Faults, dim: int) -> Tensor:
    size = 1 if "lnm-scalar-affine" in faults else dim
    if "lnm-gamma-zero-init" in faults:
        return torch.zeros(size)
    return torch.randn(size) if "lnm-gamma-random-init" in faults else torch.ones(size)


def _start_beta(faults: Faults, dim: int) -> Tensor:
    size = 1 if "lnm-scalar-affine" in faults else dim
    return torch.ones(size) if "lnm-beta-one-init" in faults else torch.zeros(size)


def _module(*names: str, gamma: Start | None = None, beta: Start | None = None) -> Mapping[str, Any]:
    """A LayerNorm with all of these faults; `gamma` and `beta` replace the tensors that it starts with."""
    faults = frozenset(names)
    default = 1e-12 if "lnm-eps-1e-12-default" in faults else 1e-5

    class Faulty(nn.Module):
        def __init__(self, dim: int, eps: float = default) -> None:
            if "lnm-super-init-missing" not in faults:
                super().__init__()
            wrap = torch.Tensor.clone if "lnm-affine-not-parameters" in faults else nn.Parameter
            self.gamma = wrap(gamma(dim) if gamma else _start_gamma(faults, dim))
            self.beta = wrap(beta(dim) if beta else _start_beta(faults, dim))
            self.eps = eps
            if "lnm-running-statistics" in faults:
                self.register_buffer("running_mean", torch.zeros(()))
                self.register_buffer("running_var", torch.ones(()))

        def forward(self, x: Tensor) -> Tensor:
            y = (x - self._mean(x)) / self._spread(x) * self.gamma
            turned = faults & {"lnm-notebook-as-given", "lnm-only-variance-fixed"}
            return y - self.beta if turned else y + self.beta

        def _mean(self, x: Tensor) -> Tensor:
            return self._running("running_mean", x.mean(dim=-1, keepdim=True))

        def _spread(self, x: Tensor) -> Tensor:
            if faults & {"lnm-notebook-as-given", "lnm-only-sign-fixed"}:
                return self._running("running_var", x.std(dim=-1, keepdim=True)) + self.eps
            return torch.sqrt(
                self._running("running_var", x.var(dim=-1, keepdim=True, correction=0)) + self.eps
            )

        def _running(self, name: str, now: Tensor) -> Tensor:
            if "lnm-running-statistics" not in faults:
                return now
            kept = getattr(self, name)
            if self.training:
                kept.lerp_(now.detach().mean().to(kept.dtype), 0.1)
            return now if self.training else kept

    return {"LayerNorm": Faulty}


FORMULA = ("lnm-notebook-as-given", "lnm-only-sign-fixed", "lnm-only-variance-fixed")
START = ("lnm-gamma-zero-init", "lnm-gamma-random-init", "lnm-beta-one-init")
OTHERS = ("lnm-scalar-affine", "lnm-eps-1e-12-default", "lnm-running-statistics")
ALONE = ("lnm-affine-not-parameters", "lnm-super-init-missing")

MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {
    name: _module(name) for name in (*FORMULA, *START, *OTHERS, *ALONE)
}

RANDOM_STARTS: tuple[Start, ...] = (
    torch.rand,
    lambda dim: torch.empty(dim).normal_(0.0, 0.02),
    lambda dim: torch.empty(dim).normal_(1.0, 0.02),
    lambda dim: torch.empty(dim).uniform_(-1.0, 1.0),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield other random starts of gamma, then pairs of faults that do not hide each other."""
    name = "lnm-gamma-random-init"
    for start in (torch.randn, *RANDOM_STARTS):
        yield (name,), _module(name, gamma=start)
        yield (name,), _module(name, gamma=start, beta=start)
    for both in (*product(FORMULA, (*START, *OTHERS)), *product(START, OTHERS), *pairs(OTHERS, 2)):
        yield both, _module(*both)
    for first in FORMULA:
        for both in (("lnm-gamma-zero-init", "lnm-beta-one-init"), *product(START, OTHERS[:2])):
            yield (first, *both), _module(first, *both)
    yield ("lnm-affine-not-parameters", OTHERS[1]), _module("lnm-affine-not-parameters", OTHERS[1])
    for start in START:
        yield ("lnm-affine-not-parameters", start), _module("lnm-affine-not-parameters", start)
