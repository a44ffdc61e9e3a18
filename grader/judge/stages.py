"""Finds the first stage of the right computation that a submission's own operations do not produce."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from grader.authoring.stage import Stage
from grader.domain.case import TracedStep
from grader.domain.text import Text


@dataclass(frozen=True)
class FoundStage:
    """The first wrong stage by name, the last right one among its needs ("" for none), the slip and the line
    of the latter.
    """

    stage: str
    after: str
    slip: Text | None
    line: int | None
    cell: int | None = None


def first_wrong(
    stages: Sequence[Stage], trace: Sequence[TracedStep], tolerance: float = 1e-7
) -> FoundStage | None:
    """Return the first stage, in the given order, that the trace does not reach; None if it reaches all.

    Values are compared whatever the variables are called and however the axes are laid out: flattened, else sorted.
    """
    steps = [_Traced(step) for step in trace if not step.value.is_complex()]
    seen = {stage.name: _reached(stage.values, steps, tolerance) for stage in stages}
    right = {name for name, step in seen.items() if step is not None}
    for stage in reversed(stages):
        if stage.name in right:
            right.update(stage.needs)
    wrong = next((stage for stage in stages if stage.name not in right), None)
    if wrong is None:
        return None
    before = [s.name for s in stages[: stages.index(wrong)] if s.name in right]
    after = next((name for name in reversed(before) if name in wrong.needs), before[-1] if before else "")
    slip, line, cell = None, None, None
    for words, value in wrong.slips:
        step = _reached((value,), steps, tolerance)
        if step is not None:
            slip, line, cell = words, step.line, step.cell
            break
    if line is None and after:
        step = seen.get(after)
        line, cell = (step.line, step.cell) if step is not None else (None, None)
    return FoundStage(wrong.name, after, slip, line, cell)


class _Traced:
    """A traced value, flattened, with what is compared of it; sorted only when it is asked for."""

    def __init__(self, step: TracedStep) -> None:
        self.step = step
        self.flat = step.value.double().flatten()
        self.total = float(self.flat.sum())
        self._ordered: Tensor | None = None

    @property
    def ordered(self) -> Tensor:
        """The entries in ascending order."""
        if self._ordered is None:
            self._ordered = self.flat.sort().values
        return self._ordered


def _reached(values: Sequence[Tensor], trace: Sequence[_Traced], tolerance: float) -> TracedStep | None:
    for value in values:
        flat = value.double().flatten()
        order = flat.sort().values
        total, slack = float(flat.sum()), tolerance * (flat.numel() + float(flat.abs().sum()))
        for found in trace:
            if found.flat.numel() != flat.numel():
                continue
            # entries that are all near have sums that are near; where a sum is not finite it tells nothing
            if math.isfinite(total) and math.isfinite(found.total) and abs(found.total - total) > 2 * slack:
                continue
            if _close(found.flat, flat, tolerance) or _close(found.ordered, order, tolerance):
                return found.step
    return None


def _close(found: Tensor, wanted: Tensor, tolerance: float) -> bool:
    near = ((found - wanted).abs() <= tolerance * (1 + wanted.abs())) & wanted.isfinite()
    same = (found == wanted) | near
    return bool(torch.all(same))
