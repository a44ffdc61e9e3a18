"""Tells which operations torch's dispatcher ran, whoever called them: Python, C++ or a script."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch._C._autograd import _disable_profiler_legacy, _enable_profiler_legacy
from torch.autograd import (  # type: ignore[attr-defined]  # torch exports them without saying so
    ProfilerConfig,
    ProfilerState,
)

_QUIET = (False, False, False, False, False)
"""No shapes, memory, stacks, operation counts or modules are recorded."""


def operations_of(run: Callable[[], None]) -> frozenset[str]:
    """Run something and return the names of the operations that ran, such as "aten::layer_norm".

    torch's own recorder (some 2 microseconds an operation) also sees operations that fall into smaller ones before
    they reach a dispatch mode, and what a compiled script calls. Nothing is seen where another recorder is on.
    """
    if torch._C._autograd._profiler_enabled():
        run()
        return frozenset()
    config = ProfilerConfig(ProfilerState.CPU, *_QUIET, torch._C._profiler._ExperimentalConfig())
    _enable_profiler_legacy(config)
    try:
        run()
    finally:
        records = _disable_profiler_legacy() if torch._C._autograd._profiler_enabled() else ()
    return frozenset(event.name() for thread in records for event in thread if str(event.kind()) == "push")
