"""Known-wrong feed-forward networks, one for each id of the catalogue, and pairs of their faults."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .solution import FeedForward

Forward = Callable[[nn.Module, Tensor], Tensor]


def _layers(*layers: nn.Module) -> nn.Sequential:
    return nn.Sequential(*layers)


def _variant(
    make: Callable[[int, int, float], nn.Module], forward: Forward | None = None
) -> Mapping[str, Any]:
    """A FeedForward with `net = make(dim, hidden_dim, dropout)` whose forward is `forward(self, x)`."""

    class Variant(nn.Module):
        def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
            super().__init__()
            self.p = dropout
            self.net = make(dim, hidden_dim, dropout)

        def forward(self, x: Tensor) -> Tensor:
            return forward(self, x) if forward else self.net(x)

    return {"FeedForward": Variant}


def _net(
    activation: nn.Module, *, inner: bool = True, outer: bool = True, bias: bool = True
) -> Mapping[str, Any]:
    return _variant(
        lambda d, f, p: _layers(
            nn.Linear(d, f, bias=bias),
            activation,
            nn.Dropout(p) if inner else nn.Identity(),
            nn.Linear(f, d, bias=bias),
            nn.Dropout(p) if outer else nn.Identity(),
        )
    )


def _right(d: int, f: int, p: float) -> nn.Module:
    return FeedForward(d, f, p).net


class _Tied(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.first = nn.Linear(dim, hidden_dim)
        self.bias = nn.Parameter(torch.zeros(dim))
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        hidden = self.drop(torch.relu(self.first(x)))
        return self.drop(hidden @ self.first.weight + self.bias)


class _AcrossSequence(nn.Module):
    """Applies the maps along the axis before the last; registers the reference's parameters."""

    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.net = FeedForward(dim, hidden_dim, dropout).net

    def forward(self, x: Tensor) -> Tensor:
        return self.net(x.transpose(-2, -1)).transpose(-2, -1)


class _CreatedInForward(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.sizes = (dim, hidden_dim, dropout)

    def forward(self, x: Tensor) -> Tensor:
        return FeedForward(*self.sizes).to(x.dtype).train(self.training)(x)


class _PythonList(nn.Module):
    def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.layers = list(FeedForward(dim, hidden_dim, dropout).net)

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


def _functional_dropout(self: nn.Module, x: Tensor) -> Tensor:
    net: Any = self.net
    return F.dropout(net[3](F.dropout(torch.relu(net[0](x)), self.p)), self.p)


def _swapped(self: nn.Module, x: Tensor) -> Tensor:
    net: Any = self.net
    active = not self.training
    return F.dropout(net[3](F.dropout(torch.relu(net[0](x)), self.p, active)), self.p, active)


def _activated_first(self: nn.Module, x: Tensor) -> Tensor:
    net: Any = self.net
    return net[4](net[3](net[2](net[0](torch.relu(x)))))


class _PlainMask(nn.Module):
    """Dropout without the factor 1 / (1 - p)."""

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p

    def forward(self, x: Tensor) -> Tensor:
        return x * (torch.rand_like(x) >= self.p) if self.training else x


MISCONCEPTIONS: Mapping[str, Mapping[str, Any]] = {
    "ffn-no-activation": _net(nn.Identity()),
    "ffn-activation-after-output": _variant(
        lambda d, f, p: _layers(
            nn.Linear(d, f), nn.Dropout(p), nn.Identity(), nn.Linear(f, d), nn.ReLU(), nn.Dropout(p)
        )
    ),
    "ffn-activation-twice": _variant(_right, lambda m, x: torch.relu(m.net(x))),
    "ffn-gelu-instead-of-relu": _net(nn.GELU()),
    "ffn-sigmoid-instead-of-relu": _net(nn.Sigmoid()),
    "ffn-bias-missing": _net(nn.ReLU(), bias=False),
    "ffn-hidden-dim-ignored": _variant(lambda d, f, p: _right(d, 4 * d, p)),
    "ffn-never-expands": _variant(lambda d, f, p: _right(d, d, p)),
    "ffn-not-projected-back": _variant(lambda d, f, p: _layers(nn.Linear(d, f), nn.ReLU(), nn.Dropout(p))),
    "ffn-three-linear-layers": _variant(
        lambda d, f, p: _layers(
            nn.Linear(d, f),
            nn.ReLU(),
            nn.Dropout(p),
            nn.Linear(f, f),
            nn.ReLU(),
            nn.Dropout(p),
            nn.Linear(f, d),
            nn.Dropout(p),
        )
    ),
    "ffn-dropout-missing": _net(nn.ReLU(), inner=False, outer=False),
    "ffn-inner-dropout-missing": _net(nn.ReLU(), inner=False),
    "ffn-output-dropout-missing": _net(nn.ReLU(), outer=False),
    "ffn-dropout-as-keep-probability": _variant(lambda d, f, p: _right(d, f, 1 - p)),
    "ffn-dropout-active-in-eval": _variant(_right, _functional_dropout),
    "ffn-dropout-not-rescaled": _variant(
        lambda d, f, p: _layers(nn.Linear(d, f), nn.ReLU(), _PlainMask(p), nn.Linear(f, d), _PlainMask(p))
    ),
    "ffn-dropout-train-eval-swapped": _variant(_right, _swapped),
    "ffn-weights-tied": {"FeedForward": _Tied},
    "ffn-mixes-tokens": _variant(
        _right, lambda m, x: m.net(x - x.mean(dim=-2, keepdim=True)) if x.dim() > 1 else m.net(x)
    ),
    "ffn-applied-across-sequence": {"FeedForward": _AcrossSequence},
    "ffn-residual-inside": _variant(_right, lambda m, x: x + m.net(x)),
    "ffn-activation-before-first-linear": _variant(_right, _activated_first),
    "ffn-layers-created-in-forward": {"FeedForward": _CreatedInForward},
    "ffn-layers-in-python-list": {"FeedForward": _PythonList},
}

Map = Callable[[Tensor], Tensor]
Drop = Callable[[Tensor, float, bool], Tensor]


def _same(x: Tensor) -> Tensor:
    return x


def _drop(x: Tensor, p: float, training: bool) -> Tensor:
    return F.dropout(x, p, training)


def _keep(x: Tensor, p: float, training: bool) -> Tensor:
    return x


def _keep_probability(x: Tensor, p: float, training: bool) -> Tensor:
    return F.dropout(x, 1 - p, training)


def _always(x: Tensor, p: float, training: bool) -> Tensor:
    return F.dropout(x, p)


def _inverted(x: Tensor, p: float, training: bool) -> Tensor:
    return F.dropout(x, p, not training)


def _unscaled(x: Tensor, p: float, training: bool) -> Tensor:
    return x * (torch.rand_like(x) >= p) if training else x


# What stands before the first Linear, between the two, after the second.
ACTIVATIONS: Mapping[str, tuple[Map, Map, Map]] = {
    "ffn-no-activation": (_same, _same, _same),
    "ffn-activation-after-output": (_same, _same, torch.relu),
    "ffn-activation-twice": (_same, torch.relu, torch.relu),
    "ffn-gelu-instead-of-relu": (_same, F.gelu, _same),
    "ffn-sigmoid-instead-of-relu": (_same, torch.sigmoid, _same),
    "ffn-activation-before-first-linear": (torch.relu, _same, _same),
}
RIGHT_ACTIVATION = (_same, torch.relu, _same)

# The inner dropout and the one at the end.
DROPOUTS: Mapping[str, tuple[Drop, Drop]] = {
    "ffn-dropout-missing": (_keep, _keep),
    "ffn-inner-dropout-missing": (_keep, _drop),
    "ffn-output-dropout-missing": (_drop, _keep),
    "ffn-dropout-as-keep-probability": (_keep_probability, _keep_probability),
    "ffn-dropout-active-in-eval": (_always, _always),
    "ffn-dropout-not-rescaled": (_unscaled, _unscaled),
    "ffn-dropout-train-eval-swapped": (_inverted, _inverted),
}
RIGHT_DROPOUT = (_drop, _drop)


def _composed(
    activation: tuple[Map, Map, Map], dropout: tuple[Drop, Drop], *, residual: bool = False
) -> Mapping[str, Any]:
    before, between, after = activation
    inner, outer = dropout

    def forward(m: Any, x: Tensor) -> Tensor:
        hidden = inner(between(m.net[0](before(x))), m.p, m.training)
        y = outer(after(m.net[3](hidden)), m.p, m.training)
        return x + y if residual else y

    return _variant(_right, forward)


class _CreatedInFloat32(_CreatedInForward):
    def forward(self, x: Tensor) -> Tensor:
        return FeedForward(*self.sizes).train(self.training)(x)


def combinations() -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield other ways to write one mistake, then faults of activation, dropout and residual together."""
    yield ("ffn-layers-created-in-forward",), {"FeedForward": _CreatedInFloat32}
    for dropout in ((_always, _drop), (_drop, _always)):
        yield ("ffn-dropout-active-in-eval",), _composed(RIGHT_ACTIVATION, dropout)
    for (first, activation), (second, dropout) in product(ACTIVATIONS.items(), DROPOUTS.items()):
        yield (first, second), _composed(activation, dropout)
        yield (first, second, "ffn-residual-inside"), _composed(activation, dropout, residual=True)
    for name, activation in ACTIVATIONS.items():
        yield (name, "ffn-residual-inside"), _composed(activation, RIGHT_DROPOUT, residual=True)
    for name, dropout in DROPOUTS.items():
        yield (name, "ffn-residual-inside"), _composed(RIGHT_ACTIVATION, dropout, residual=True)
