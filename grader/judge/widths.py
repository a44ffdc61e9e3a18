"""A case at another floating width: the same steps with float64 narrowed, float32 widened, or float64 disturbed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import torch
from torch import Tensor

from grader.domain.case import Build, Call, Case, Make, Optimise, Probe, Reload, Step, Value

Change: TypeAlias = Callable[[Tensor], Tensor]
"""A tensor -> the same, or another where it is of the width that is to change."""

HALF_UNIT = 2.0**-24
"""Half a unit in the last place of float32, relative to the number."""


def widened(case: Case) -> Case | None:
    """The same case in float64, or None if nothing in it is float32."""
    return _changed(case, _to(torch.float32, torch.float64), {"float32": "float64"})


def narrowed(case: Case) -> Case | None:
    """The same case in float32, or None if nothing in it is float64."""
    return _changed(case, _to(torch.float64, torch.float32), {"float64": "float32"})


def disturbed(case: Case) -> Case | None:
    """The same case with each float64 moved by half a unit of float32, up or down; None if nothing in it is float64."""
    generator = torch.Generator().manual_seed(0)
    moved: dict[int, Tensor] = {}  # what stands in several calls is moved once

    def disturb(tensor: Tensor) -> Tensor:
        if tensor.dtype is not torch.float64 or tensor.device.type != "cpu":
            return tensor
        if id(tensor) not in moved:
            sign = torch.randint(0, 2, tensor.shape, generator=generator) * 2 - 1
            moved[id(tensor)] = tensor * (1 + HALF_UNIT * sign)
        return moved[id(tensor)]

    changed = _changed(case, disturb, {})
    return None if changed is None else replace(changed, name=f"{case.key}, disturbed")


def _to(source: torch.dtype, target: torch.dtype) -> Change:
    return lambda tensor: tensor.to(target) if tensor.dtype is source else tensor


def _changed(case: Case, change: Change, names: dict[str, str]) -> Case | None:
    steps = tuple(_step(step, change, names) for step in case.steps)
    return None if all(a is b for a, b in zip(steps, case.steps, strict=True)) else replace(case, steps=steps)


def _step(step: Step, change: Change, names: dict[str, str]) -> Step:
    if isinstance(step, (Build, Reload)):
        return replace(step, dtype=names[step.dtype]) if step.dtype in names else step
    if isinstance(step, (Call, Optimise)):
        args = tuple(_value(v, change) for v in step.args)
        kwargs = {k: _value(v, change) for k, v in step.kwargs.items()}
        pairs = zip([*args, *kwargs.values()], [*step.args, *step.kwargs.values()], strict=True)
        return step if all(a is b for a, b in pairs) else replace(step, args=args, kwargs=kwargs)
    if isinstance(step, Make):
        probe = _value(step.probe, change)
        return step if probe is step.probe else replace(step, probe=probe)
    return step


def _value(value: Value, change: Change) -> Value:
    if isinstance(value, Probe):
        values = {name: _value(v, change) for name, v in value.values.items()}
        same = all(values[k] is v for k, v in value.values.items())
        return value if same else replace(value, values=values)
    if isinstance(value, (tuple, list)):
        items = [_value(v, change) for v in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else type(value)(items)
    return change(value) if isinstance(value, Tensor) else value
