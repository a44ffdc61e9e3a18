"""Sees forbidden torch functions and classes at run time, wherever they are called from.

This catches shortcuts, not cheats: hostile code can switch the mode off.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode


class ShortcutWatch(TorchFunctionMode):
    """Notes each forbidden function that runs inside it, by its dotted path; everything still runs as usual."""

    def __init__(self, forbidden: Iterable[str]) -> None:
        super().__init__()
        resolved = {path: _resolve(path) for path in forbidden}
        self.functions = {id(found): path for path, found in resolved.items() if not isinstance(found, type)}
        self.classes = {found: path for path, found in resolved.items() if isinstance(found, type)}
        self._kept = tuple(resolved.values())
        self.seen: list[str] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self._note(self.functions.get(id(func)))
        return func(*args, **(kwargs or {}))

    def look_at(self, built: Mapping[str, Any]) -> None:
        """Note forbidden classes among the modules of everything that was built."""
        for module in built.values():
            if isinstance(module, nn.Module):
                for part in module.modules():
                    self._note(
                        next((path for cls, path in self.classes.items() if isinstance(part, cls)), None)
                    )

    def _note(self, path: str | None) -> None:
        if path is not None and path not in self.seen:
            self.seen.append(path)


def _resolve(path: str) -> Any:
    """The object at a dotted path such as "torch.nn.functional.layer_norm"; ValueError if torch has none."""
    parts = path.split(".")
    if parts[0] != "torch":
        raise ValueError(f"forbidden path {path!r} does not begin with torch")
    found: Any = torch
    for i, part in enumerate(parts[1:], 2):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join(parts[:i]))
            except ModuleNotFoundError as error:
                raise ValueError(f"torch has no {path!r}") from error
        found = getattr(found, part)
    return found
