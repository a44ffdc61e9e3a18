"""A case's steps with weights bound in: the programs that an implementation is asked, by its own names."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from torch import Tensor

from grader.authoring.draw import RandomWeights, derived_seed
from grader.domain.case import Build, Call, Step
from grader.protocol.messages import Programs

Roles: TypeAlias = Mapping[str, tuple[int, ...]]
"""Parameter path of an implementation of ours -> shape."""

RoleTensors: TypeAlias = tuple[Mapping[str, Tensor], Mapping[str, Tensor]]
"""Weights by role, and the direction of the parameter derivative by role."""

Pushed: TypeAlias = Callable[[Build, bool], tuple[Mapping[str, Tensor], Mapping[str, Tensor]] | None]
"""Build, and whether the direction is wanted -> (state, direction) by the implementation's own paths, or None
where nothing can be pushed.
"""

MOST_KEPT = 16


def build_key(build: Build) -> str:
    """What tells one constructed module from another: its entry and its arguments."""
    return f"{build.entry} {dict(build.kwargs)}"


def role_tensors(build: Build, roles: Roles) -> RoleTensors:
    """Weights and direction for `roles` by the build's rule; the same role and shape always get the same values."""
    rule = build.weights
    if rule is None:
        return {}, {}
    along = RandomWeights(derived_seed(getattr(rule, "seed", 0), "direction"))
    state = {role: rule(role, shape) for role, shape in roles.items()}
    return state, {role: along(role, shape) for role, shape in roles.items()}


def bind(steps: Sequence[Step], pushed: Pushed) -> tuple[Step, ...]:
    """Replace each build's weight rule by the tensors that `pushed` gives for it.

    The direction goes along only where a call takes the derivative by parameters.
    """
    bound: list[Step] = []
    steered = {step.on for step in steps if isinstance(step, Call) and "parameters" in step.grad}
    for step in steps:
        if isinstance(step, Build) and step.weights is not None:
            found = pushed(step, step.name in steered)
            state, direction = found if found is not None else ({}, {})
            step = replace(step, weights=None, state=dict(state), direction=dict(direction))
        bound.append(step)
    return tuple(bound)


class Prepared:
    """The latest programs by what they depend on; learners who name their parameters alike are asked alike."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Programs] = OrderedDict()

    def programs(self, key: Hashable, make: Callable[[], Iterable[Sequence[Step]]]) -> Programs:
        """The programs kept under this key, else those that `make` gives."""
        if key not in self._kept:
            self._kept[key] = Programs(make())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]
