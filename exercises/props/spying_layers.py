"""Factories of encoder layers that write down how they are called.

Each factory's `record` has "made" (calls of the factory), "order" (called layers by number of birth) and "masks"
(what each call got: None, a tensor, or another type's name).
"""

import copy

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Trail:
    """What the layers of one factory record, call by call; a copied layer goes on with the same trail."""

    def __init__(self) -> None:
        self.record: dict[str, object] = {"made": 0, "order": (), "masks": ()}
        self.born = 0

    def birth(self) -> int:
        """The number of the next layer, whether the factory made it or somebody copied one."""
        self.born += 1
        return self.born - 1

    def note(self, number: int, mask: object) -> None:
        """Record one call."""
        got = mask.detach().clone() if isinstance(mask, Tensor) else None
        if got is None and mask is not None:
            got = type(mask).__name__
        self.record["order"] = (*self.record["order"], number)
        self.record["masks"] = (*self.record["masks"], got)


class Spy(nn.Module):
    """A layer [B, S, D] -> [B, S, D] that records its calls; the mask is [B, 1, 1, S] bool."""

    def __init__(self, trail: Trail) -> None:
        super().__init__()
        self.trail = trail
        self.number = trail.birth()

    def __deepcopy__(self, memo: dict) -> "Spy":
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        rest = {name: value for name, value in self.__dict__.items() if name != "trail"}
        twin.__dict__.update(copy.deepcopy(rest, memo))
        twin.trail = self.trail
        twin.number = self.trail.birth()
        return twin

    def forward(self, x: Tensor, source_blocked_mask: Tensor | None = None) -> Tensor:
        """Record the call and transform x: [B, S, D]."""
        self.trail.note(self.number, source_blocked_mask)
        return self.transform(x, source_blocked_mask)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """Return x itself."""
        return x


class Mixing(Spy):
    """x + tanh(map(x)), plus the mean of the real tokens (divided by S) when there is a mask."""

    def __init__(self, trail: Trail, weight: Tensor) -> None:
        super().__init__(trail)
        self.map = nn.Linear(weight.shape[1], weight.shape[0], bias=False)
        with torch.no_grad():
            self.map.weight.copy_(weight)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: [B, S, D], mask: [B, 1, 1, S] bool or None, True = padding."""
        y = x + torch.tanh(F.linear(x, self.map.weight.to(x.dtype)))  # unregistered layers keep float32
        if mask is None:
            return y
        kept = (~mask.reshape(x.shape[0], x.shape[1], 1)).to(x.dtype)  # [B, S, 1]
        return y + (x * kept).mean(dim=1, keepdim=True)


class StandIn(Spy):
    """The statement's layer: a linear map that sets blocked tokens to 0."""

    def __init__(self, trail: Trail, weight: Tensor, bias: Tensor) -> None:
        super().__init__(trail)
        self.linear = nn.Linear(*weight.shape[::-1])
        with torch.no_grad():
            self.linear.weight.copy_(weight)
            self.linear.bias.copy_(bias)

    def transform(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x: [B, S, D], mask: [B, 1, 1, S] bool or None, True = padding."""
        y = self.linear(x)
        return y if mask is None else y.masked_fill(mask[:, 0, 0, :, None], 0.0)


class Factory:
    """Makes layers, one after the other."""

    def __init__(self) -> None:
        self.trail = Trail()
        self.record = self.trail.record

    def __call__(self) -> nn.Module:
        index = self.record["made"]
        self.record["made"] = index + 1
        return self.make(index)

    def make(self, index: int) -> nn.Module:
        """Return the layer with this number: one that returns what it gets."""
        return Spy(self.trail)


class LayerFactory(Factory):
    """Mixing layers with the weights [n, D, D] one after the other, or random ones of width `dim`."""

    def __init__(self, weights: Tensor | None = None, dim: int = 0) -> None:
        super().__init__()
        self.weights = weights
        self.dim = dim

    def make(self, index: int) -> nn.Module:
        """Return a layer with the next weights."""
        if self.weights is None:
            return Mixing(self.trail, torch.randn(self.dim, self.dim))
        return Mixing(self.trail, self.weights[index % len(self.weights)])


class StandInFactory(Factory):
    """The statement's layers, with weights [n, D, D] and biases [n, D] one after the other."""

    def __init__(self, weights: Tensor, biases: Tensor) -> None:
        super().__init__()
        self.weights = weights
        self.biases = biases

    def make(self, index: int) -> nn.Module:
        """Return a layer with the next weights."""
        number = index % len(self.weights)
        return StandIn(self.trail, self.weights[number], self.biases[number])


class IdentityFactory(Factory):
    """Layers that return what they get."""
