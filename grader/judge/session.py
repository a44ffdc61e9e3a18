"""What the judge needs of whoever observes an implementation: the sandbox, or `OwnSession` for our own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from grader.domain.case import Build, Observation, Raised, Step
from grader.domain.graph import Graph
from grader.domain.result import Failure
from grader.domain.verdict import Verdict
from grader.observer.graphs import record
from grader.observer.observe import describe, observe
from grader.observer.probes import NO_PROPS, Props
from grader.protocol.description import Description
from grader.protocol.messages import Programs


class Session(Protocol):
    """Observes one implementation; once `failure` is set, answers are short or empty."""

    @property
    def failure(self) -> Failure | None:
        """Why observation ended early, or None."""

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Forbidden functions and classes that ran so far, by dotted path."""

    def describe(self, builds: Sequence[Build]) -> list[Description | Raised]:
        """`grader.observer.observe.describe` for each build."""

    def observe(
        self, programs: Sequence[Sequence[Step]] | Programs, meanwhile: Callable[[], None] | None = None
    ) -> list[Observation]:
        """`grader.observer.observe.observe` for each program, in order; shorter than asked if the session failed.

        `meanwhile` is run while the answers are on their way.
        """

    def graphs(self, programs: Sequence[Sequence[Step]]) -> list[Graph]:
        """The graph of each program's last call; shorter than asked if the session failed."""

    def void(self, summary: str, traceback: str = "") -> None:
        """Set the failure of an implementation that sent what cannot be compared."""


class OwnSession:
    """Observes an implementation of ours in this very process: the reference, a misconception, in gates and tests."""

    failure: Failure | None = None
    shortcuts: tuple[str, ...] = ()

    def __init__(self, namespace: Mapping[str, Any], props: Props = NO_PROPS) -> None:
        self.namespace = namespace
        self.props = props

    def describe(self, builds: Sequence[Build]) -> list[Description | Raised]:
        """Describe each build of the own implementation."""
        return [describe(self.namespace, build, props=self.props) for build in builds]

    def observe(
        self, programs: Sequence[Sequence[Step]] | Programs, meanwhile: Callable[[], None] | None = None
    ) -> list[Observation]:
        """Observe each program on the own implementation."""
        if meanwhile is not None:
            meanwhile()
        whole = programs.whole if isinstance(programs, Programs) else programs
        return [observe(self.namespace, steps, props=self.props) for steps in whole]

    def graphs(self, programs: Sequence[Sequence[Step]]) -> list[Graph]:
        """Record each program on the own implementation."""
        return [record(self.namespace, steps, props=self.props) for steps in programs]

    def void(self, summary: str, traceback: str = "") -> None:
        """Set the failure."""
        self.failure = Failure(Verdict.PROTOCOL_VIOLATION, summary, traceback)
