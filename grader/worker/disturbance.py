"""Disturbs results of torch a little, so that it shows whether an output was made of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

_STEPS = {torch.float64: 2.0**-26, torch.float32: 2.0**-21, torch.bfloat16: 2.0**-7, torch.float16: 2.0**-9}
"""Relative: less than what torch.testing.assert_close and torch.allclose let pass, more than rounding."""
_SHIFT = 2.0**-28
"""Absolute, for zeros: less than what both let pass."""


def holds_tensor(value: Any) -> bool:
    """Whether a result is a tensor, or a tuple or list that has one among its items."""
    return isinstance(value, Tensor) or (isinstance(value, (tuple, list)) and any(map(holds_tensor, value)))


def disturbed(value: Any) -> Any:
    """The same result with its floating-point entries off by a few units in the last places.

    Neighbouring entries are changed differently, so that no normalisation takes it back. Gradients flow through.
    """
    if isinstance(value, Tensor) and value.dtype in _STEPS and value.numel():
        pattern = torch.arange(value.numel()).remainder(3).sub(1).view(value.shape).to(value.dtype)
        return value + (value.detach().abs() * _STEPS[value.dtype] + _SHIFT) * pattern
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(disturbed, value))
    return type(value)(map(disturbed, value)) if isinstance(value, (tuple, list)) else value


class DisturbedOperations(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base is untyped
    """Disturbs what those operations return, below autograd, of whose names `wanted` says yes; counts them."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # torch's base is untyped
        self.wanted = wanted
        self.count = 0

    @classmethod
    def _should_skip_dynamo(cls) -> bool:  # True would import torch._dynamo at the first operation: seconds
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        if not self.wanted(func._schema.name):
            return out
        self.count += 1
        return disturbed(out)
