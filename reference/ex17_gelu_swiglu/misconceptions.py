"""Known-wrong activations and gated networks, one for each id of the catalogue, and products of the two."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .solution import SwiGLUFeedForward
from .solution import gelu as right_gelu

Namespace = Mapping[str, Any]
Curve = Callable[[Tensor], Tensor]
Join = Callable[[Tensor, Tensor], Tensor]
"""(gate, up) -> product, [..., F] each."""

ROOT_TWO = math.sqrt(2.0)
BIAS = "swiglu-has-bias"
UP_MISSING = "swiglu-up-branch-missing"


def _normal(x: Tensor) -> Tensor:
    return 0.5 * (1.0 + torch.erf(x / ROOT_TWO))


def _tanh(x: Tensor) -> Tensor:
    return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))


CURVES: Mapping[str, Curve] = {
    "gelu-tanh-approximation": _tanh,
    "gelu-sigmoid-approximation": lambda x: x * torch.sigmoid(1.702 * x),
    "gelu-is-relu": torch.relu,
    "gelu-is-silu": F.silu,
    "gelu-cdf-without-x": _normal,
    "gelu-uses-density": lambda x: x * torch.exp(-0.5 * x**2) / math.sqrt(2.0 * math.pi),
    "gelu-erf-sqrt2-missing": lambda x: 0.5 * x * (1.0 + torch.erf(x)),
    "gelu-half-missing": lambda x: x * (1.0 + torch.erf(x / ROOT_TWO)),
}

OTHER_CURVES: Sequence[tuple[str, Curve]] = (
    ("gelu-sigmoid-approximation", lambda x: x * torch.sigmoid(1.7 * x)),
    ("gelu-uses-density", lambda x: torch.exp(-0.5 * x**2) / math.sqrt(2.0 * math.pi)),
    ("gelu-erf-sqrt2-missing", lambda x: 0.5 * x * (1.0 + torch.erf(x * ROOT_TWO))),
    ("gelu-erf-sqrt2-missing", lambda x: 0.5 * x * (1.0 + torch.erf(x / 2.0))),
)

JOINS: Mapping[str, Join] = {
    "swiglu-sigmoid-gate": lambda gate, up: torch.sigmoid(gate) * up,
    "swiglu-added-not-multiplied": lambda gate, up: F.silu(gate) + up,
    "swiglu-activation-on-product": lambda gate, up: F.silu(gate * up),
    UP_MISSING: lambda gate, up: F.silu(gate),
    "swiglu-both-branches-activated": lambda gate, up: F.silu(gate) * F.silu(up),
}

OTHER_JOINS: Sequence[tuple[str, Join]] = (
    ("swiglu-added-not-multiplied", lambda gate, up: F.silu(gate + up)),
    ("swiglu-both-branches-activated", lambda gate, up: F.silu(gate) * torch.sigmoid(up)),
)


def _right_join(gate: Tensor, up: Tensor) -> Tensor:
    return F.silu(gate) * up


def _network(join: Join, *, bias: bool = False, two: bool = False) -> type[nn.Module]:
    """A gated network that joins its branches by `join`; `two` registers no up_proj."""

    class Faulty(nn.Module):
        def __init__(self, dim: int, hidden_dim: int) -> None:
            super().__init__()
            self.gate_proj = nn.Linear(dim, hidden_dim, bias=bias)
            if not two:
                self.up_proj = nn.Linear(dim, hidden_dim, bias=bias)
            self.down_proj = nn.Linear(hidden_dim, dim, bias=bias)

        def forward(self, x: Tensor) -> Tensor:
            gate = self.gate_proj(x)
            return self.down_proj(join(gate, gate if two else self.up_proj(x)))

    return Faulty


def _both(curve: Curve = right_gelu, network: type[nn.Module] = SwiGLUFeedForward) -> Namespace:
    def gelu(x: Tensor) -> Tensor:
        return curve(x)

    return {"gelu": gelu, "SwiGLUFeedForward": network}


NETWORKS: Mapping[str, type[nn.Module]] = {
    **{name: _network(join) for name, join in JOINS.items()},
    BIAS: _network(_right_join, bias=True),
}

MISCONCEPTIONS: Mapping[str, Namespace] = {
    **{name: _both(curve) for name, curve in CURVES.items()},
    **{name: _both(network=network) for name, network in NETWORKS.items()},
}

TWO_MATRICES = _network(JOINS[UP_MISSING], two=True)

VARIANTS: Sequence[tuple[str, Namespace]] = (
    *((name, _both(curve)) for name, curve in OTHER_CURVES),
    *((name, _both(network=_network(join))) for name, join in OTHER_JOINS),
    (UP_MISSING, _both(network=TWO_MATRICES)),
)


def combinations() -> Iterator[tuple[tuple[str, ...], Namespace]]:
    """Yield a wrong curve with a wrong network, and a wrong way to join with biases."""
    curves = [*CURVES.items(), *OTHER_CURVES]
    networks = [*NETWORKS.items(), (UP_MISSING, TWO_MATRICES)]
    for (first, curve), (second, network) in product(curves, networks):
        yield (first, second), _both(curve, network)
    for name, join in (*JOINS.items(), *OTHER_JOINS):
        yield (name, BIAS), _both(network=_network(join, bias=True))
    for (first, curve), (second, join) in product(CURVES.items(), JOINS.items()):
        yield (first, second, BIAS), _both(curve, _network(join, bias=True))
