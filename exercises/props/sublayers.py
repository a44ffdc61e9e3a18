"""Sub-layers that a residual connection is called with. Each counts its calls in `record`."""

import torch
from torch import Tensor


class TanhMatmul:
    """tanh(x @ weight): a non-linear sub-layer with a gradient. x: [..., D], weight: [D, D]."""

    def __init__(self, weight: Tensor) -> None:
        self.weight = weight
        self.record: dict[str, object] = {"calls": 0}

    def __call__(self, x: Tensor) -> Tensor:
        self.record["calls"] += 1
        return torch.tanh(x @ self.weight.to(x.dtype))


class Multiply:
    """Multiplies feature by feature. x: [..., D], factors: [D]."""

    def __init__(self, factors: Tensor) -> None:
        self.factors = factors
        self.record: dict[str, object] = {"calls": 0}

    def __call__(self, x: Tensor) -> Tensor:
        self.record["calls"] += 1
        return x * self.factors.to(x.dtype)


class Constant:
    """Returns `value` everywhere, in x's shape or in `shape`; keeps what it was given last in `record`."""

    def __init__(self, value: float, shape: tuple[int, ...] = ()) -> None:
        self.value = value
        self.shape = tuple(shape)
        self.record: dict[str, object] = {"calls": 0}

    def __call__(self, x: Tensor) -> Tensor:
        self.record["calls"] += 1
        self.record["given"] = x.detach().clone()
        return torch.full(self.shape or x.shape, self.value, dtype=x.dtype, device=x.device)
