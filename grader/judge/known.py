"""What the judge asks of an implementation that it knows: the reference or a misconception, run here or
stored as values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from torch import Tensor

from grader.domain.case import Build, Case, Observation
from grader.domain.text import Text

Roles = Mapping[str, tuple[int, ...]]
RoleTensors = tuple[Mapping[str, Tensor], Mapping[str, Tensor]]
"""Weights by role, and the direction of the parameter derivative by role."""


class Known(Protocol):
    """An implementation with its roles, weights and observations; `ids` are the misconceptions that it has,
    () for the reference.
    """

    @property
    def ids(self) -> tuple[str, ...]:
        """The misconceptions that it has."""

    @property
    def detail(self) -> Text | None:
        """What is said beside the evidence when this is the implementation that a submission equals."""

    def roles(self, build: Build) -> Roles:
        """Parameter paths and shapes of the entry built with these arguments; {} if it cannot be built."""

    def weights(self, build: Build) -> RoleTensors:
        """Role tensors for this build, and the direction of its parameter derivative."""

    def observe(self, case: Case) -> Observation:
        """The raw observation of `case` on this implementation."""
