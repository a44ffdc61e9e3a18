"""Finds the first stage of the right computation that a submission's own operations do not produce."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from grader.domain.case import TracedStep
from grader.domain.text import Text


@dataclass(frozen=True)
class Stage:
    """A named stage: its right value, in any of several equivalent forms (variance, standard deviation, its
    inverse).

    `needs` are the stages that it is made of; a stage counts as right if it or anything made of it is seen,
    so that code that skips it is not blamed. `slips` are known wrong values with what to say of each.
    """

    name: str
    values: tuple[Tensor, ...]
    needs: tuple[str, ...] = ()
    slips: tuple[tuple[Text, Tensor], ...] = ()


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

    Values are compared whatever the variables are called and however the axes are laid out: flattened, else
    sorted.
    """
    seen = {stage.name: _reached(stage.values, trace, tolerance) for stage in stages}
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
        step = _reached((value,), trace, tolerance)
        if step is not None:
            slip, line, cell = words, step.line, step.cell
            break
    if line is None and after:
        step = seen.get(after)
        line, cell = (step.line, step.cell) if step is not None else (None, None)
    return FoundStage(wrong.name, after, slip, line, cell)


def _reached(values: Sequence[Tensor], trace: Sequence[TracedStep], tolerance: float) -> TracedStep | None:
    for value in values:
        flat = value.double().flatten()
        order = flat.sort().values
        for step in trace:
            if step.value.numel() == flat.numel() and not step.value.is_complex():
                found = step.value.double().flatten()
                if _close(found, flat, tolerance) or _close(found.sort().values, order, tolerance):
                    return step
    return None


def _close(found: Tensor, wanted: Tensor, tolerance: float) -> bool:
    near = ((found - wanted).abs() <= tolerance * (1 + wanted.abs())) & wanted.isfinite()
    same = (found == wanted) | near
    return bool(torch.all(same))
