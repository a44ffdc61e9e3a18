"""Looks at what no state dict shows: what a module keeps unregistered, an entry's defaults."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from torch import Tensor, nn

from grader.domain.case import Value

ROWS_LIMIT = 64


def unregistered(module: Any) -> Value:
    """[path, "tensor", shape] of plain tensors and [path, "modules", count] of Python containers of modules or
    parameters that are attributes.
    """
    rows = list(_rows(module)) if isinstance(module, nn.Module) else []
    return tuple(rows[:ROWS_LIMIT])


def _rows(module: nn.Module) -> Iterator[tuple[str, str, Value]]:
    for path, owner in module.named_modules():
        for name, value in vars(owner).items():
            whole = f"{path}.{name}" if path else name
            if name.startswith("_"):
                continue
            if isinstance(value, Tensor):
                yield whole, "tensor", tuple(value.shape)
            elif isinstance(value, (list, tuple, dict)):
                items = list(value.values()) if isinstance(value, dict) else list(value)
                held = sum(isinstance(item, (nn.Module, nn.Parameter)) for item in items)
                if held:
                    yield whole, "modules", held


def defaults(entry: Any) -> Value:
    """[argument, default] of a function, or of a class's constructor, where the default is a number, a bool or None."""
    function = entry.__init__ if inspect.isclass(entry) else entry
    parameters = inspect.signature(function).parameters.values()
    return tuple(
        (p.name, p.default)
        for p in list(parameters)[:ROWS_LIMIT]
        if p.default is None or type(p.default) in (bool, int, float)
    )
