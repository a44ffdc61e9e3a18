"""A case at another floating width: the same steps with every float64 narrowed, or every float32 widened."""

from __future__ import annotations

from dataclasses import replace

import torch
from torch import Tensor

from grader.domain.case import Build, Call, Case, Make, Optimise, Probe, Reload, Step, Value


def widened(case: Case) -> Case | None:
    """The same case in float64, or None if nothing in it is float32."""
    return _recast(case, torch.float32, torch.float64)


def narrowed(case: Case) -> Case | None:
    """The same case in float32, or None if nothing in it is float64."""
    return _recast(case, torch.float64, torch.float32)


def _recast(case: Case, source: torch.dtype, target: torch.dtype) -> Case | None:
    steps = tuple(_step(step, source, target) for step in case.steps)
    return None if all(a is b for a, b in zip(steps, case.steps, strict=True)) else replace(case, steps=steps)


def _step(step: Step, source: torch.dtype, target: torch.dtype) -> Step:
    if isinstance(step, (Build, Reload)):
        here, there = (str(dtype).removeprefix("torch.") for dtype in (source, target))
        return replace(step, dtype=there) if step.dtype == here else step
    if isinstance(step, (Call, Optimise)):
        args = tuple(_value(v, source, target) for v in step.args)
        kwargs = {k: _value(v, source, target) for k, v in step.kwargs.items()}
        pairs = zip([*args, *kwargs.values()], [*step.args, *step.kwargs.values()], strict=True)
        return step if all(a is b for a, b in pairs) else replace(step, args=args, kwargs=kwargs)
    if isinstance(step, Make):
        probe = _value(step.probe, source, target)
        return step if probe is step.probe else replace(step, probe=probe)
    return step


def _value(value: Value, source: torch.dtype, target: torch.dtype) -> Value:
    if isinstance(value, Probe):
        values = {name: _value(v, source, target) for name, v in value.values.items()}
        same = all(values[k] is v for k, v in value.values.items())
        return value if same else replace(value, values=values)
    if isinstance(value, (tuple, list)):
        items = [_value(v, source, target) for v in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else type(value)(items)
    return value.to(target) if isinstance(value, Tensor) and value.dtype is source else value
