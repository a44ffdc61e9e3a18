"""Records the tensors that an implementation's own operations produce, for the search of the first wrong stage."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from grader.domain.case import Call, Step
from grader.observer.observe import Files, Namespace, Run
from grader.observer.probes import NO_PROPS, Props

STEP_LIMIT = 300
SIZE_LIMIT = 65536
BYTES_LIMIT = 16 * 1024 * 1024
"""All that is recorded must cross in one frame: a reply that is too large voids the submission."""
NAME_LIMIT = 80
_CELL = re.compile(r", cell (\d+)$")


class _Recorder(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base is untyped
    """Sees the result of every operation below autograd, with the innermost line of the learner's source."""

    def __init__(self, files: Files) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # torch's base is untyped
        self.files = files
        self.steps: list[tuple[str, Tensor, int | None, int | None]] = []
        self.bytes = 0

    @classmethod
    def _should_skip_dynamo(cls) -> bool:  # True would import torch._dynamo at the first operation: seconds
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        for tensor in out if isinstance(out, (tuple, list)) else (out,):
            keep = (
                isinstance(tensor, Tensor)
                and tensor.device.type == "cpu"
                and 0 < tensor.numel() <= SIZE_LIMIT
            )
            size = tensor.numel() * tensor.element_size() if keep else 0
            if keep and len(self.steps) < STEP_LIMIT and self.bytes + size <= BYTES_LIMIT:
                self.bytes += size
                self.steps.append((str(func)[:NAME_LIMIT], tensor.detach().clone(), *self._learners_place()))
        return out

    def _learners_place(self) -> tuple[int | None, int | None]:
        """The line, and the cell that it counts in where the source is a notebook."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None:
            if frame.f_code.co_filename in self.files:
                cell = _CELL.search(frame.f_code.co_filename)
                return frame.f_lineno, int(cell.group(1)) if cell else None
            frame = frame.f_back
        return None, None


def trace(
    namespace: Namespace, steps: Sequence[Step], files: Files = frozenset(), props: Props = NO_PROPS
) -> list[tuple[str, Tensor, int | None, int | None]]:
    """Run `steps`, recording the operations of every Call; at most STEP_LIMIT tensors of SIZE_LIMIT entries, and
    BYTES_LIMIT bytes in all.
    """
    recorder = _Recorder(files)
    run = Run(namespace, files, props)
    for step in steps:
        if isinstance(step, Call):
            with torch.no_grad(), recorder:
                run.take(step)
        else:
            run.take(step)
    return recorder.steps
