"""Sees forbidden functions or classes of torch at run time, wherever they are called from.

A shortcut is one whose result the output depends on: comparing with torch's own answer is none. Suspicion comes by
name (the forbidden functions are replaced by noting ones) and by operation (what torch's dispatcher ran). A suspected
program runs once more with the forbidden results disturbed in their last places. If nothing that is observed changes,
nothing was made of them. This catches shortcuts, not cheats: hostile code can put the functions back.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

import torch
from torch import Tensor, nn
from torch.jit import _builtins

from grader.worker.dispatched import operations_of
from grader.worker.disturbance import DisturbedOperations, disturbed, holds_tensor
from grader.worker.plain_names import is_plain, names

LOOKED_AT = 0.1
"""The share of programs, besides the first, whose operations are looked at."""
_OTHER_NAMES = {
    "scaled_dot_product_attention": "scaled_dot_product",
    "multi_head_attention_forward": "multi_head_attention",
}
"""What the operations of a function begin with, where that is not the function's own name."""
_COPIES = ("torch._refs", "torch._refs.nn.functional", "torch._decomp.decompositions")
_NOT_OF_VALUES = frozenset({"extra_repr", "reset_parameters", "_reset_parameters"})


class ShortcutWatch:
    """Notes each forbidden function or class that a program's observations depend on, by its dotted path.

    `tell` hears at once of each first call in a program of what is forbidden, and `settled` are the paths that the
    watch itself remembers of the last program: what has left the process cannot be taken back, while everything in
    here is in reach of the learner's code.

    For good it puts a noting function in the place of every forbidden one, which still does as before: make it before
    the learner's code runs, in a process that dies with it. (A TorchFunctionMode sees the same calls, and
    slows every operation of torch by a third.)
    """

    def __init__(self, forbidden: Iterable[str], tell: Callable[[str], None] = lambda path: None) -> None:
        self.found: tuple[str, ...] = ()
        self.settled: tuple[str, ...] = ()
        self._tell = tell
        self._told: set[str] = set()
        self._suspects: list[str] = []
        self._entered = self._disturbing = self._plain = False
        self._disturbed = self._programs = 0
        self._operations: dict[str, str] = {}
        for path in forbidden:
            owner, name = _resolve(path)
            replaced = getattr(owner, name)
            if isinstance(replaced, type):
                self._watch_class(replaced, path)
            else:
                _replace(owner, name, replaced, functools.partial(self._noting, path))
                self._operations.setdefault(_stem(_OTHER_NAMES.get(name, name)), path)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note what is called in here; suspicion alone, until `look` settles it."""
        self._entered = True
        try:
            yield
        finally:
            self._entered = False

    def trust(self, codes: Iterable[CodeType]) -> None:
        """Look at no operations where the submission's code names nothing that could run one unseen: a right answer
        written plainly pays nothing for the watch.
        """
        codes = tuple(codes)
        self._plain = is_plain(codes) and not any(map(self._path_of, names(codes)))

    def look(self, run: Callable[[], Any], again: Callable[[], Any] | None) -> Any:
        """Run a program and return what it shows, having settled whether it takes a shortcut.

        `again` runs the same program from its beginning; None where that cannot be done: suspicion suffices then.
        """
        self._suspects.clear()
        self._told.clear()
        shown: list[Any] = []
        with self.watching():
            if self._is_looked_at():
                arrived = operations_of(lambda: shown.append(run()))
            else:
                arrived = frozenset()
                shown.append(run())
        suspects = list(self._suspects)
        self.settled = tuple(dict.fromkeys(suspects))
        if not suspects:
            suspects = [path for path in map(self._path_of, sorted(arrived)) if path is not None]
        if suspects and (again is None or self._depends(shown[0], again)):
            self.found = tuple(dict.fromkeys([*self.found, *suspects[:1]]))
        return shown[0]

    def _is_looked_at(self) -> bool:
        if self._plain or not self._operations:
            return False
        self._programs += 1
        return self._programs == 1 or os.urandom(1)[0] < 256 * LOOKED_AT

    def _path_of(self, operation: str) -> str | None:
        stem = _stem(operation.removeprefix("aten::"))
        return next(
            (path for name, path in self._operations.items() if f"{stem}_".startswith(f"{name}_")), None
        )

    def _tell_of(self, path: str) -> None:
        if path not in self._told:
            self._told.add(path)
            self._tell(path)

    def _depends(self, shown: Any, again: Callable[[], Any]) -> bool:
        """Whether the program shows something else where what is forbidden gives something else."""
        self._disturbed = 0
        below = DisturbedOperations(lambda name: self._entered and self._path_of(name) is not None)
        self._disturbing = True
        try:
            with self.watching(), below:
                other = again()
        finally:
            self._disturbing = False
        reached = self._disturbed + below.count
        return not reached or not _same(shown, other)

    def _watch_class(self, cls: type, path: str) -> None:
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and not name.startswith("__") and name not in _NOT_OF_VALUES:
                noting = self._noting(path, method)
                noting.__dict__["__prepare_scriptable__"] = functools.partial(_given, method)
                setattr(cls, name, noting)

    def _noting(self, path: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def noting(*args: Any, **kwargs: Any) -> Any:
            if not self._entered:
                return function(*args, **kwargs)
            self._entered = False  # what torch itself calls in there is not what the learner called
            try:
                result = function(*args, **kwargs)
            finally:
                self._entered = True
            if not holds_tensor(result):
                return result
            self._suspects.append(path)
            if not self._disturbing:
                self._tell_of(path)
                return result
            self._disturbed += 1
            return disturbed(result)

        return noting


def _given(value: Any) -> Any:
    return value


def _stem(operation: str) -> str:
    """What an operation is called without the words that torch puts before it further down."""
    for word in ("_", "native_", "fused_"):
        operation = operation.removeprefix(word)
    return operation


def _same(one: Any, other: Any) -> bool:
    """Whether two observations are equal to the last bit."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        alike = one.shape == other.shape and one.dtype == other.dtype
        return alike and bool(torch.all((one == other) | ((one != one) & (other != other))))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other or one != one)


def _replace(owner: Any, name: str, old: Any, noting: Callable[[Any], Callable[..., Any]]) -> None:
    """Put a noting function in the place of `old`, also where torch itself keeps it under the same name, and in the
    place of the copies in Python that torch has of its own functions.

    torch.jit.script goes on to compile `old`: it cannot compile another, and a learner's own trials may need it.
    """
    new = noting(old)
    for home in (owner, torch, torch._VF, nn.functional, torch._C._nn):
        if getattr(home, name, None) is old:
            setattr(home, name, new)
    for copy in filter(None, map(sys.modules.get, _COPIES)):
        if name in vars(copy):
            setattr(copy, name, noting(vars(copy)[name]))
    if isinstance(old, FunctionType):
        new.__dict__["__prepare_scriptable__"] = functools.partial(_given, old)
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
