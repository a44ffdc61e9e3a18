"""Runs the steps of a case: records what its last call does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import torch

from grader.domain.case import Raised, Step
from grader.domain.graph import Graph
from grader.observer.observe import Files, Namespace, Run
from grader.observer.probes import NO_PROPS, Props
from grader.observer.recorder import Recorder


def record(
    namespace: Namespace, steps: Sequence[Step], files: Files = frozenset(), props: Props = NO_PROPS
) -> Graph:
    """The graph of the last call among `steps`; an empty one, with what was raised, if none came so far."""
    run = Run(namespace, files, props, lambda: Recorder(files))
    with _in_small_steps():
        for step in steps:
            run.take(step)
    graph = next(reversed(run.graphs.values()), Graph((), ()))
    raised = next((value for value in run.seen.values() if isinstance(value, Raised)), None)
    return graph if raised is None else replace(graph, raised=raised)


@contextmanager
def _in_small_steps() -> Iterator[None]:
    """Attention and encoder layers of torch as the operations that they are made of, not as one."""
    chosen = (
        torch.backends.cuda.flash_sdp_enabled(),  # type: ignore[no-untyped-call]
        torch.backends.cuda.mem_efficient_sdp_enabled(),  # type: ignore[no-untyped-call]
        torch.backends.mha.get_fastpath_enabled(),
    )
    _choose(False, False, False)
    try:
        yield
    finally:
        _choose(*chosen)


def _choose(flash: bool, efficient: bool, fast: bool) -> None:
    torch.backends.cuda.enable_flash_sdp(flash)
    torch.backends.cuda.enable_mem_efficient_sdp(efficient)
    torch.backends.mha.set_fastpath_enabled(fast)
