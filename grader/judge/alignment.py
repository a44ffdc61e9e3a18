"""The assignment of weights that is in force for one submission, and what was observed under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import torch
from torch import Tensor

from grader.domain.case import Build, Case, Observation, Step, Value
from grader.judge.known import Known, Roles
from grader.judge.prepared import Prepared
from grader.judge.running import bind, build_key
from grader.judge.session import Session
from grader.protocol.programs import Programs
from grader.weights.arrangement import Arranged
from grader.weights.propose import Assignment, Parameter, propose

UNMATCHED = "unmatched"
BY_NAME = "by name"

Meanwhile: TypeAlias = Callable[[], None] | None


@dataclass
class Alignment:
    """The assignment in force for one submission: chosen once, then frozen; `note` tells how, `fits` whom it
    fitted.

    `tries` counts the assignments that were observed. All quick cases are observed at once under the first one,
    which mostly is the one that fits.
    """

    session: Session
    heads: int | None
    candidate: Known
    assignment: Assignment | None
    note: str
    tries: int = 0
    fits: bool = False
    _described: dict[str, Value] = field(default_factory=dict)
    _carried: dict[str, Assignment | None] = field(default_factory=dict)
    _first: Alignment | None = None
    _ahead: Mapping[int, Observation] = field(default_factory=dict)

    def look_ahead(
        self,
        cases: Sequence[Case],
        first: Assignment,
        candidate: Known,
        prepared: Prepared,
        meanwhile: Meanwhile,
    ) -> None:
        """Observe the quick cases under this assignment of this candidate's roles, running `meanwhile` beside."""
        self._first = replace(self, assignment=first, candidate=candidate, _carried={})
        programs = self._first.programs(cases, prepared)
        self._ahead = dict(zip(_quick(cases), self.session.observe(programs, meanwhile), strict=False))

    def programs(self, cases: Sequence[Case], prepared: Prepared) -> Programs:
        """The programs of the quick cases under this assignment, made once for all that are laid out alike."""
        recipes = tuple(self.assignment.recipes.items()) if self.assignment is not None else ()
        described = tuple((key, parameters(found)) for key, found in self._described.items())
        key = (self.candidate.ids, recipes, described)
        return prepared.programs(key, lambda: [bind(steps, self.pushed) for steps in _quick(cases).values()])

    def expect(self, cases: Sequence[Case], reference: Known, prepared: Prepared) -> None:
        """Make the programs of these cases, of another seed, for a submission that is laid out like this one
        and has not come yet. Nothing is made for one that could not be built like the reference.
        """
        known = all(build_key(build) in self._described for case in cases for build in case.builds)
        if self._first is not None and known and not self._first.candidate.ids:
            like = replace(self._first, candidate=reference, _described=dict(self._described), _carried={})
            assert like.programs(cases, prepared).frame

    def looked_ahead(self) -> bool:
        """Whether cases were observed under a first assignment."""
        return self._first is not None

    def ahead(self, cases: Sequence[Case]) -> Mapping[int, Observation]:
        """What was observed already under the frozen assignment, by the identity of a case's steps."""
        return self.seen_under(self.assignment, self.candidate, cases)

    def seen_under(
        self, assignment: Assignment | None, candidate: Known, cases: Sequence[Case]
    ) -> Mapping[int, Observation]:
        """What was observed already under this assignment of this candidate's roles; equal roles have equal
        weights.
        """
        first = self._first
        if first is None or assignment is not first.assignment:
            return {}
        builds = (
            ()
            if candidate is first.candidate
            else {build_key(b): b for c in cases for b in c.builds}.values()
        )
        same = all(candidate.roles(build) == first.candidate.roles(build) for build in builds)
        return self._ahead if same else {}

    def moved_to(self, session: Session) -> Alignment:
        """The same assignment for another session with the same submission."""
        return replace(
            self, session=session, _described=dict(self._described), _carried=dict(self._carried), _first=None
        )

    def describe(self, *builds: Build) -> Value:
        """The submission's description for the first of these builds; all of them are asked for at once, and
        once.
        """
        unknown = {build_key(build): build for build in builds if build_key(build) not in self._described}
        if unknown:
            answers = self.session.describe(list(unknown.values())) or [None] * len(unknown)
            self._described.update(zip(unknown, answers, strict=True))
        return self._described[build_key(builds[0])]

    def pushed(self, build: Build, steered: bool) -> tuple[Mapping[str, Tensor], Mapping[str, Tensor]] | None:
        """The submission's weights for this build under the frozen assignment, and the direction where it is
        wanted; None where it does not apply.
        """
        key = build_key(build)
        if key not in self._carried:
            roles = self.candidate.roles(build)
            found = parameters(self.describe(build))
            heads = build.kwargs.get("num_heads", self.heads)
            carried = _carried_over(self.assignment, found, roles, heads) if self.assignment else None
            self._carried[key] = carried or next(propose(roles, found, heads), None)
        assignment = self._carried[key]
        if assignment is None:
            return None
        state, direction = self.candidate.weights(build)
        return assignment.state(state), assignment.state(direction) if steered else {}


def _quick(cases: Sequence[Case]) -> dict[int, Sequence[Step]]:
    """The programs of the cases that train nothing, by identity: several cases may have the same."""
    return {id(case.steps): case.steps for case in cases if not case.slow}


def _carried_over(
    assignment: Assignment, found: Sequence[Parameter], roles: Roles, heads: int | None
) -> Assignment | None:
    """The assignment for a module of other sizes, perhaps with fewer heads or layers; None where it does not
    fit.
    """
    distinct = {p.path: p.shape for p in found if p.path == p.same_as}
    recipes = {path: recipe for path, recipe in assignment.recipes.items() if path in distinct}
    if len(recipes) != len(distinct):
        return None
    for path, recipe in recipes.items():
        if isinstance(recipe, Arranged):
            if any(atom.role not in roles for atom in recipe.atoms):
                return None
            recipes[path] = replace(recipe, heads=heads) if recipe.heads else recipe
    empty = {
        role: torch.empty(shape) for role, shape in roles.items()
    }  # on the CPU: meta tensors import torch._dynamo
    fits = all(tuple(recipe(empty).shape) == distinct[path] for path, recipe in recipes.items())
    return replace(assignment, recipes=recipes) if fits else None


def parameters(description: Value) -> tuple[Parameter, ...]:
    """The parameters of a described module; none if it could not be built."""
    if not isinstance(description, dict):
        return ()
    rows = description.get("parameters")
    return tuple(Parameter(*row) for row in rows) if isinstance(rows, tuple) else ()
