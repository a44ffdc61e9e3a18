"""Callable arguments that a case describes as data: sub-layers, layer factories, spies.

Each builder returns the callable and a record (a dict of plain values) that fills while it is called.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from grader.domain.case import Probe, Value

Built = tuple[Any, dict[str, Value]]


def build_probe(probe: Probe) -> Built:
    """Return (callable, record) for `probe`; raises KeyError for an unknown kind."""
    return BUILDERS[probe.kind](probe.values)


def _counting(function: Callable[[Tensor], Tensor], *, watched: bool = False) -> Built:
    """`function` that counts its calls; `watched` also keeps what it was given last."""
    record: dict[str, Value] = {"calls": 0}

    def counted(x: Tensor) -> Tensor:
        record["calls"] = int(record["calls"]) + 1
        if watched:
            record["given"] = x.detach().clone()
        return function(x)

    return counted, record


def _tanh_matmul(values: Mapping[str, Value]) -> Built:
    """tanh(x @ weight), weight [D, D]: a non-linear sub-layer with a gradient."""
    weight = values["weight"]
    return _counting(lambda x: torch.tanh(x @ weight.to(x.dtype)))


def _constant(values: Mapping[str, Value]) -> Built:
    """A sub-layer that returns `value` everywhere, in x's shape or in `shape`; `watched` keeps its input."""
    shape, value = values.get("shape"), values["value"]

    def constant(x: Tensor) -> Tensor:
        return torch.full(tuple(shape) if shape else x.shape, value, dtype=x.dtype, device=x.device)

    return _counting(constant, watched=bool(values.get("watched")))


def _identity(values: Mapping[str, Value]) -> Built:
    """A sub-layer that returns x itself."""
    return _counting(lambda x: x)


def _multiply(values: Mapping[str, Value]) -> Built:
    """A sub-layer that multiplies feature by feature; factors: [D]."""
    factors = values["factors"]
    return _counting(lambda x: x * factors.to(x.dtype))


class _Trail:
    """What the layers of one factory record, call by call; a copied layer goes on with the same trail.

    Record: "made" (calls of the factory), "order" (called layers by number of birth), "masks" (what each call
    got: None, a tensor, or another type's name).
    """

    def __init__(self) -> None:
        self.record: dict[str, Value] = {"made": 0, "order": (), "masks": ()}
        self.born = 0

    def birth(self) -> int:
        """The number of the next layer, whether the factory made it or somebody copied one."""
        self.born += 1
        return self.born - 1

    def note(self, number: int, mask: Any) -> None:
        """Record one call."""
        got: Value = mask.detach().clone() if isinstance(mask, Tensor) else None
        if got is None and mask is not None:
            got = type(mask).__name__
        self.record["order"] = (*tuple(self.record["order"]), number)
        self.record["masks"] = (*tuple(self.record["masks"]), got)


class _Spy(nn.Module):
    """A stub layer [B, S, D] -> [B, S, D] that records its calls; the mask is [B, 1, 1, S] bool."""

    def __init__(self, trail: _Trail) -> None:
        super().__init__()
        self.trail = trail
        self.number = trail.birth()

    def __deepcopy__(self, memo: dict[int, Any]) -> _Spy:
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        rest = {name: value for name, value in self.__dict__.items() if name != "trail"}
        twin.__dict__.update(copy.deepcopy(rest, memo))
        twin.trail = self.trail
        twin.number = self.trail.birth()
        return twin

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """Record the call and transform x."""
        self.trail.note(self.number, source_blocked_mask)
        return self.transform(x, source_blocked_mask)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """Return x itself."""
        return x


class _Mixing(_Spy):
    """x + tanh(map(x)), plus the mean of the real tokens (divided by S) when there is a mask."""

    def __init__(self, trail: _Trail, weight: Tensor) -> None:
        super().__init__(trail)
        self.map = nn.Linear(weight.shape[1], weight.shape[0], bias=False)
        with torch.no_grad():
            self.map.weight.copy_(weight)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: [B, S, D], mask: [B, 1, 1, S] or None."""
        y = x + torch.tanh(
            nn.functional.linear(x, self.map.weight.to(x.dtype))
        )  # unregistered layers keep float32
        if mask is None:
            return y
        kept = (~mask.reshape(x.shape[0], x.shape[1], 1)).to(x.dtype)
        return y + (x * kept).mean(dim=1, keepdim=True)


class _StandIn(_Spy):
    """The statement's layer: a linear map that sets blocked tokens to 0."""

    def __init__(self, trail: _Trail, weight: Tensor, bias: Tensor) -> None:
        super().__init__(trail)
        self.linear = nn.Linear(*weight.shape[::-1])
        with torch.no_grad():
            self.linear.weight.copy_(weight)
            self.linear.bias.copy_(bias)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: [B, S, D], mask: [B, 1, 1, S] or None."""
        y: Tensor = self.linear(x)
        return y if mask is None else y.masked_fill(mask[:, 0, 0, :, None], 0.0)


def _factory(make: Callable[[_Trail, int], nn.Module]) -> Built:
    trail = _Trail()

    def factory() -> nn.Module:
        index = int(trail.record["made"])
        trail.record["made"] = index + 1
        return make(trail, index)

    return factory, trail.record


def _layer_factory(values: Mapping[str, Value]) -> Built:
    """A factory of layers with the weights [n, D, D] one after the other, or random ones of width `dim`."""
    weights, dim = values.get("weights"), int(values.get("dim", 0))

    def make(trail: _Trail, index: int) -> nn.Module:
        return _Mixing(trail, torch.randn(dim, dim) if weights is None else weights[index % len(weights)])

    return _factory(make)


def _stand_in_factory(values: Mapping[str, Value]) -> Built:
    """A factory of the statement's layers, with weights [n, D, D] and biases [n, D] one after the other."""
    weights, biases = values["weights"], values["biases"]
    return _factory(lambda trail, i: _StandIn(trail, weights[i % len(weights)], biases[i % len(biases)]))


def _identity_factory(values: Mapping[str, Value]) -> Built:
    """A factory of layers that return what they get."""
    return _factory(lambda trail, _: _Spy(trail))


class _FeedForward(nn.Module):
    """Linear, ReLU, Linear with the given weights; `net[0]` and `net[3]` are the linear layers, as in
    exercise 3.
    """

    def __init__(self, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> None:
        super().__init__()
        hidden, dim = w1.shape
        self.net = nn.Sequential(
            nn.Linear(dim, hidden), nn.ReLU(), nn.Dropout(0.0), nn.Linear(hidden, dim), nn.Dropout(0.0)
        ).to(w1.dtype)
        with torch.no_grad():
            for parameter, value in zip(self.net.parameters(), (w1, b1, w2, b2), strict=True):
                parameter.copy_(value)

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, D]. Returns [B, S, D]."""
        out: Tensor = self.net(x)
        return out


class _ResidualLayer(nn.Module):
    """x + ffn(x)."""

    def __init__(self, ffn: nn.Module) -> None:
        super().__init__()
        self.ffn = ffn

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, D]. Returns [B, S, D]."""
        out: Tensor = x + self.ffn(x)
        return out


class _LayerStack(nn.Module):
    """A model whose `layers` run one after the other."""

    def __init__(self, layers: list[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, D]. Returns [B, S, D]."""
        for layer in self.layers:
            x = layer(x)
        return x


def _ffn_stack(values: Mapping[str, Value]) -> Built:
    """A model of residual feed-forward layers, one for each (w1, b1, w2, b2) of `layers`."""
    return _LayerStack([_ResidualLayer(_FeedForward(*weights)) for weights in values["layers"]]), {}


def _mean_square(values: Mapping[str, Value]) -> Built:
    """A loss: the mean of the squares of its argument."""
    return _counting(lambda y: y.pow(2).mean())


def _projected(values: Mapping[str, Value]) -> Built:
    """A loss: the sum of its argument times `weight`, of the same shape."""
    return _counting(lambda y: (y * values["weight"].to(y.dtype)).sum())


BUILDERS: Mapping[str, Callable[[Mapping[str, Value]], Built]] = {
    "tanh_matmul": _tanh_matmul,
    "constant": _constant,
    "identity": _identity,
    "ffn_stack": _ffn_stack,
    "mean_square": _mean_square,
    "projected": _projected,
    "multiply": _multiply,
    "layer_factory": _layer_factory,
    "stand_in_factory": _stand_in_factory,
    "identity_factory": _identity_factory,
}
