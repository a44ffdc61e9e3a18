"""Sees forbidden torch functions and classes at run time, wherever they are called from.

This catches shortcuts, not cheats: hostile code can put the functions back.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import torch
from torch import nn
from torch.jit import _builtins


class ShortcutWatch:
    """Notes each forbidden function that is called while it is entered, by its dotted path, and each forbidden class.

    For good it puts a noting function in the place of every forbidden one, which still does as before: make it before
    the learner's code runs, in a process that dies with it. (A TorchFunctionMode sees the same calls, and
    slows every operation of torch by a third.)
    """

    def __init__(self, forbidden: Iterable[str]) -> None:
        self.seen: list[str] = []
        self.classes: dict[type, str] = {}
        self._entered = False
        for path in forbidden:
            owner, name = _resolve(path)
            found = getattr(owner, name)
            if isinstance(found, type):
                self.classes[found] = path
            else:
                _replace(owner, name, found, self._noting(found, path))

    def __enter__(self) -> None:
        self._entered = True

    def __exit__(self, *_: object) -> None:
        self._entered = False

    def look_at(self, built: Mapping[str, Any]) -> None:
        """Note forbidden classes among the modules of everything that was built."""
        for module in built.values() if self.classes else ():
            if isinstance(module, nn.Module):
                for part in module.modules():
                    self._note(
                        next((path for cls, path in self.classes.items() if isinstance(part, cls)), None)
                    )

    def _noting(self, function: Callable[..., Any], path: str) -> Callable[..., Any]:
        @functools.wraps(function)
        def noting(*args: Any, **kwargs: Any) -> Any:
            if not self._entered:
                return function(*args, **kwargs)
            self._note(path)
            with self._paused():  # what torch itself calls in there is not what the learner called
                return function(*args, **kwargs)

        return noting

    @contextmanager
    def _paused(self) -> Iterator[None]:
        self._entered = False
        try:
            yield
        finally:
            self._entered = True

    def _note(self, path: str | None) -> None:
        if path is not None and path not in self.seen:
            self.seen.append(path)


def _replace(owner: Any, name: str, old: Any, new: Any) -> None:
    """Put `new` in the place of `old`, also where torch itself keeps it under the same name.

    torch.jit.script goes on to compile `old`: it cannot compile `new`, and a learner's own trials may need it.
    """
    for home in (owner, torch, torch._VF, nn.functional, torch._C._nn):
        if getattr(home, name, None) is old:
            setattr(home, name, new)
    if isinstance(old, FunctionType):
        new.__prepare_scriptable__ = lambda: old
    elif id(old) in (operators := _builtins._builtin_table or {}):
        operators[id(new)] = operators[id(old)]


def _resolve(path: str) -> tuple[Any, str]:
    """The owner and the name of the object at a dotted path such as "torch.nn.functional.layer_norm"; ValueError if
    torch has none.
    """
    parts = path.split(".")
    if parts[0] != "torch" or len(parts) < 2:
        raise ValueError(f"forbidden path {path!r} does not begin with torch")
    owner: Any = torch
    for i, part in enumerate(parts[1:], 2):
        if not hasattr(owner, part):
            try:
                importlib.import_module(".".join(parts[:i]))
            except ModuleNotFoundError as error:
                raise ValueError(f"torch has no {path!r}") from error
        owner, before = getattr(owner, part), owner
    return before, parts[-1]
