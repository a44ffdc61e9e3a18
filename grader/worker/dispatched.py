"""Tells which operations torch's dispatcher ran, whoever called them: Python, C++ or a script."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
from torch._C._autograd import _disable_profiler_legacy, _enable_profiler_legacy
from torch.autograd import (  # type: ignore[attr-defined]  # torch exports them without saying so
    ProfilerConfig,
    ProfilerState,
)

LOOKING_SECONDS = 0.25
"""Processor time after which nothing more is recorded: records lie between what a long loop allocates and frees, so
that its memory would grow up to the limit.
"""
_QUIET = (False, False, False, False, False)
"""No shapes, memory, stacks, operation counts or modules are recorded."""


def operations_of(run: Callable[[], None], seconds: float = LOOKING_SECONDS) -> frozenset[str]:
    """Run something and return the names of the operations of its first `seconds`, such as "aten::layer_norm".

    torch's own recorder (some 2 microseconds an operation) also sees operations that fall into smaller ones before
    they reach a dispatch mode, and what a compiled script calls. Nothing is seen where another recorder is on.
    """
    if torch._C._autograd._profiler_enabled():
        run()
        return frozenset()
    config = ProfilerConfig(ProfilerState.CPU, *_QUIET, torch._C._profiler._ExperimentalConfig())
    names: set[str] = set()

    def stop() -> None:
        records = _disable_profiler_legacy() if torch._C._autograd._profiler_enabled() else ()
        names.update(event.name() for thread in records for event in thread if str(event.kind()) == "push")

    with _after(seconds, stop):
        _enable_profiler_legacy(config)
        try:
            run()
        finally:
            stop()
    return frozenset(names)


@contextmanager
def _after(seconds: float, do: Callable[[], None]) -> Iterator[None]:
    """Call `do` when this process has computed for so long in here; never where it has no such clock."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, lambda number, frame: do())
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
