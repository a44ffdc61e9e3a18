"""An implementation that the judge knows: the reference or a misconception, run here or stored as values."""

from __future__ import annotations

from typing import Protocol

from grader.domain.case import Build, Case, Observation, Raised
from grader.domain.text import Text
from grader.judge.bank import Namespace
from grader.judge.binding import Roles, RoleTensors, bind, build_key, role_tensors
from grader.observer.observe import describe, observe
from grader.observer.probes import NO_PROPS, Props


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


class Candidate:
    """One of our own implementations (the reference or a
    misconception) with its roles and observations, each made once.
    """

    def __init__(self, ids: tuple[str, ...], namespace: Namespace, props: Props = NO_PROPS) -> None:
        self.ids = ids
        self.namespace = namespace
        self.props = props
        self.detail: Text | None = namespace.get("DETAIL")
        self._roles: dict[str, Roles] = {}
        self._raw: dict[str, Observation] = {}
        self._weights: dict[int, tuple[Build, RoleTensors]] = {}

    def roles(self, build: Build) -> Roles:
        """Parameter paths and shapes of the entry built with these arguments (a shared tensor once); {} if it
        cannot be built.
        """
        key = build_key(build)
        if key not in self._roles:
            found = describe(self.namespace, build, props=self.props)
            rows = () if isinstance(found, Raised) else found.parameters
            self._roles[key] = {row.path: row.shape for row in rows if row.path == row.same_as}
        return self._roles[key]

    def weights(self, build: Build) -> RoleTensors:
        """Role tensors for this build, and the direction of its parameter derivative; drawn once."""
        if id(build) not in self._weights:  # the build is kept beside them, so that its id stays its own
            self._weights[id(build)] = build, role_tensors(build, self.roles(build))
        return self._weights[id(build)][1]

    def observe(self, case: Case) -> Observation:
        """The raw observation of `case` on this implementation; nothing for a slow case, which nobody waits for."""
        if case.slow:
            return {}
        if case.key not in self._raw:
            self._raw[case.key] = observe(
                self.namespace, bind(case.steps, lambda build, _: self.weights(build)), props=self.props
            )
        return self._raw[case.key]
