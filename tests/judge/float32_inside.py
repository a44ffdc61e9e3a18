"""Right code as large models have it: everything is computed in float32, and the result is cast back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import functional_call

_INSIDE = "float32_inside_now"


def float32_inside(entry: Any) -> Any:
    """The same entry, a function or a class of modules, that computes float64 in float32."""
    return _module(entry) if isinstance(entry, type) else _function(entry)


def _function(function: Callable[..., Any]) -> Callable[..., Any]:
    def inside(*args: Any, **kwargs: Any) -> Any:
        if not _has_double([*args, *kwargs.values()]):
            return function(*args, **kwargs)
        return _cast(function(*_cast(args, torch.float32), **_cast(kwargs, torch.float32)), torch.float64)

    return inside


def _module(base: type[nn.Module]) -> type[nn.Module]:
    def forward(self: nn.Module, *args: Any, **kwargs: Any) -> Any:
        if vars(self).get(_INSIDE) or not _has_double([*args, *kwargs.values()]):
            return base.forward(self, *args, **kwargs)
        state = {
            n: t for n, t in [*self.named_parameters(), *self.named_buffers()] if t.dtype is torch.float64
        }
        vars(self)[_INSIDE] = True
        try:
            given = _cast(args, torch.float32), _cast(kwargs, torch.float32)
            return _cast(functional_call(self, _cast(state, torch.float32), *given), torch.float64)
        finally:
            vars(self)[_INSIDE] = False

    return type(base.__name__, (base,), {"forward": forward})


def _has_double(values: list[Any]) -> bool:
    return any(isinstance(v, Tensor) and v.dtype is torch.float64 for v in values)


def _cast(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, (tuple, list)):
        return type(value)(_cast(item, dtype) for item in value)
    if isinstance(value, Mapping):
        return {key: _cast(item, dtype) for key, item in value.items()}
    return value
