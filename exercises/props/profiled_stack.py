"""A model to profile, with losses to take its gradient by."""

import torch
from torch import Tensor, nn


class FeedForward(nn.Module):
    """Linear, ReLU, Linear with the given weights; `net[0]` and `net[3]` are the linear layers."""

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
        return self.net(x)


class ResidualLayer(nn.Module):
    """x + ffn(x)."""

    def __init__(self, ffn: nn.Module) -> None:
        super().__init__()
        self.ffn = ffn

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, D]. Returns [B, S, D]."""
        return x + self.ffn(x)


class FeedForwardStack(nn.Module):
    """Residual feed-forward layers one after the other, one for each (w1, b1, w2, b2) of `layers`."""

    def __init__(self, layers: tuple[tuple[Tensor, ...], ...]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(ResidualLayer(FeedForward(*weights)) for weights in layers)

    def forward(self, x: Tensor) -> Tensor:
        """x: [B, S, D]. Returns [B, S, D]."""
        for layer in self.layers:
            x = layer(x)
        return x


class MeanSquare:
    """A loss: the mean of the squares of its argument."""

    def __init__(self) -> None:
        self.record: dict[str, object] = {"calls": 0}

    def __call__(self, y: Tensor) -> Tensor:
        self.record["calls"] += 1
        return y.pow(2).mean()


class Projected:
    """A loss: the sum of its argument times `weight`, of the same shape."""

    def __init__(self, weight: Tensor) -> None:
        self.weight = weight
        self.record: dict[str, object] = {"calls": 0}

    def __call__(self, y: Tensor) -> Tensor:
        self.record["calls"] += 1
        return (y * self.weight.to(y.dtype)).sum()
