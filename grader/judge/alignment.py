"""Which weight goes where in one submission: the search for an assignment, then what is in force under it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import TypeAlias

from torch import Tensor

from grader.domain.case import Build, Case, Observation, Raised, Step
from grader.judge.binding import Prepared, Pushed, bind, build_key
from grader.judge.checking import fingerprint
from grader.judge.comparison import compare
from grader.judge.known import Known
from grader.judge.session import Session
from grader.protocol.description import Description
from grader.protocol.messages import Programs
from grader.weights.arrangement import Parameter
from grader.weights.assignment import Assignment
from grader.weights.names import Names
from grader.weights.propose import propose

BATCH = 48
TRIES = 400
SKETCH_TOLERANCE = 1e-4
ALIKE = 1e-5
"""Who computes in float32 inside is as far away, with the right weights in the right places; wrong places are far."""


Meanwhile: TypeAlias = Callable[[], None] | None
Told: TypeAlias = Description | Raised | None
"""What a submission says of a build: None where it says nothing any more."""


class Placed(StrEnum):
    """How it is known where the weights went, from the surest."""

    BY_NAME = "by name"  # the contract's own names leave no doubt where a weight belongs
    BY_VALUES = "by values"  # under this assignment the submission does what an implementation of ours does
    UNMATCHED = "unmatched"  # nothing fitted: the most plausible assignment is in force, and proves nothing


@dataclass
class Alignment:
    """The assignment in force for one submission: chosen once, then frozen.

    `candidate` is the implementation whose roles it assigns; `fits` says that the submission does what that one
    does. `tries` counts the assignments that were observed. All quick cases are observed at once under the first
    one, which mostly is the one that fits.
    """

    session: Session
    heads: int | None
    names: Names
    candidate: Known
    assignment: Assignment | None = None
    fits: bool = False
    tries: int = 0
    _described: dict[str, Told] = field(default_factory=dict)
    _carried: dict[str, Assignment | None] = field(default_factory=dict)
    _first: Alignment | None = None
    _ahead: Mapping[int, Observation] = field(default_factory=dict)

    @property
    def placed(self) -> Placed:
        """How it is known where the weights went."""
        if self.assignment is None:
            return Placed.UNMATCHED
        if self.assignment.by_name:
            return Placed.BY_NAME
        return Placed.BY_VALUES if self.fits else Placed.UNMATCHED

    @property
    def note(self) -> str:
        """The same in words for staff, with the layout that was found."""
        if self.assignment is not None and self.placed is Placed.BY_VALUES:
            return self.assignment.layout
        return str(self.placed)

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
            like.programs(cases, prepared).make_frame()

    def looked_ahead(self) -> bool:
        """Whether cases were observed under a first assignment."""
        return self._first is not None

    def ahead(self, cases: Sequence[Case]) -> Mapping[int, Observation]:
        """What was observed already under the frozen assignment, by the identity of a case's steps."""
        return self.seen_under(self.assignment, self.candidate, cases)

    def seen_under(
        self, assignment: Assignment | None, candidate: Known, cases: Sequence[Case]
    ) -> Mapping[int, Observation]:
        """What was observed already under this assignment of
        this candidate's roles; equal roles have equal weights.
        """
        first = self._first
        if first is None or assignment is not first.assignment:
            return {}
        if candidate is not first.candidate:
            builds = {build_key(b): b for case in cases for b in case.builds}.values()
            if any(candidate.roles(build) != first.candidate.roles(build) for build in builds):
                return {}
        return self._ahead

    def moved_to(self, session: Session) -> Alignment:
        """The same assignment for another session with the same submission."""
        return replace(
            self, session=session, _described=dict(self._described), _carried=dict(self._carried), _first=None
        )

    def describe(self, *builds: Build) -> Told:
        """The submission's description for the first of these builds; all of them are asked for at once, and once."""
        unknown = {build_key(build): build for build in builds if build_key(build) not in self._described}
        if unknown:
            told = self.session.describe(list(unknown.values()))
            answers: Sequence[Told] = told or [None] * len(unknown)
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
            heads = self.names.vocabulary.heads_of(build.kwargs, self.heads)
            carried = self.assignment.resized(found, roles, heads) if self.assignment else None
            self._carried[key] = carried or next(propose(roles, found, heads, self.names), None)
        assignment = self._carried[key]
        return _states(assignment, self.candidate, build, steered) if assignment is not None else None


def align(
    session: Session,
    cases: Sequence[Case],
    candidates: Sequence[Known],
    heads: int | None,
    names: Names,
    prepared: Prepared,
    meanwhile: Meanwhile = None,
) -> Alignment | None:
    """Choose the assignment of weights; None if the exercise pushes none. `candidates[0]` is the reference.

    The reference is tried with every assignment first, then each misconception (with its own roles). The
    first aligning case searches, the others confirm on inputs that the search did not use. If nothing fits,
    the most plausible assignment is kept as unmatched. `prepared` keeps programs for the next submission of
    the same cases; `meanwhile` is run while this one is observed for the first time.
    """
    aligning = [case for case in cases if case.aligns]
    if not aligning:
        return None
    alignment = Alignment(session, heads, names, candidates[0])
    build = aligning[0].builds[0]
    description = alignment.describe(build, *(b for case in cases for b in case.builds))
    if isinstance(description, Raised) or session.failure:
        return alignment
    search = _Search(alignment, cases, candidates[0], parameters(description), prepared, meanwhile)
    for group in _groups(candidates, build):
        if search.choose(group):
            break
    alignment.tries = search.tries
    return alignment


def parameters(description: Told) -> tuple[Parameter, ...]:
    """The parameters of a described module; none if it could not be built."""
    rows = description.parameters if isinstance(description, Description) else ()
    return tuple(Parameter(row.path, row.shape, row.owner, row.owner_type, row.same_as) for row in rows)


def _quick(cases: Sequence[Case]) -> dict[int, Sequence[Step]]:
    """The programs of the cases that train nothing, by identity: several cases may have the same."""
    return {id(case.steps): case.steps for case in cases if not case.slow}


def _states(
    assignment: Assignment, candidate: Known, build: Build, steered: bool
) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """The candidate's weights for this build laid out by the assignment; the direction where it is wanted."""
    state, direction = candidate.weights(build)
    return assignment.state(state), assignment.state(direction) if steered else {}


def _groups(candidates: Sequence[Known], build: Build) -> Iterator[list[Known]]:
    """The reference alone, then the others grouped by equal roles and shapes."""
    yield [candidates[0]]
    groups: dict[str, list[Known]] = {}
    for candidate in candidates[1:]:
        groups.setdefault(_roles_key(candidate, build), []).append(candidate)
    yield from groups.values()


def _roles_key(candidate: Known, build: Build) -> str:
    return str(sorted(candidate.roles(build).items()))


@dataclass(frozen=True)
class _Trial:
    """What the submission did in the searching case under one
    assignment; `sketch` sums it up for a quick comparison.
    """

    assignment: Assignment
    seen: Observation
    sketch: float


class _Search:
    """Observes the submission under proposed assignments and looks for a candidate that does the same."""

    def __init__(
        self,
        alignment: Alignment,
        cases: Sequence[Case],
        reference: Known,
        found: Sequence[Parameter],
        prepared: Prepared,
        meanwhile: Meanwhile,
    ) -> None:
        self.alignment = alignment
        self.session = alignment.session
        self.cases = cases
        self.aligning = [case for case in cases if case.aligns]
        self.prepared = prepared
        self.meanwhile = meanwhile
        self.reference = reference
        self.found = found
        self.tries = 0
        self._trials: dict[str, list[_Trial]] = {}

    def choose(self, group: Sequence[Known]) -> bool:
        """Freeze the first assignment under which the submission does what a candidate of the group does, if any."""
        case = self.aligning[0]
        wanted = [(candidate, candidate.observe(case)) for candidate in group]
        sketches = [_sketch(observation) for _, observation in wanted]
        for trial in self._each_trial(group[0]):
            if self.alignment.assignment is None:
                self.alignment.assignment, self.alignment.candidate = trial.assignment, group[0]
            for (candidate, observation), sketch in zip(wanted, sketches, strict=True):
                if not _near(sketch, trial.sketch) or not self._alike(case, observation, trial.seen):
                    continue
                if self._confirmed(trial.assignment, candidate):
                    self.alignment.assignment, self.alignment.candidate = trial.assignment, candidate
                    self.alignment.fits = True
                    return True
        return False

    def _each_trial(self, candidate: Known) -> Iterator[_Trial]:
        """The trials for the candidate's roles: one alone, then in batches; what equal roles were tried with
        is not observed again.
        """
        case = self.aligning[0]
        key = _roles_key(candidate, case.builds[0])
        if key in self._trials:
            yield from self._trials[key]
            return
        done = self._trials.setdefault(key, [])
        roles = candidate.roles(case.builds[0])
        proposals = islice(propose(roles, self.found, self.alignment.heads, self.alignment.names), TRIES)
        size = 1
        while (batch := list(islice(proposals, size))) and not self.session.failure:
            size = BATCH
            self.tries += len(batch)
            if self.alignment.looked_ahead():
                seen = self.session.observe([bind(case.steps, self._push(a, candidate)) for a in batch])
            else:
                self.alignment.look_ahead(self.cases, batch[0], candidate, self.prepared, self.meanwhile)
                known = self.alignment.seen_under(batch[0], candidate, self.cases)
                seen = [known[id(case.steps)]] if id(case.steps) in known else []
            fresh = [_Trial(a, raw, _sketch(raw)) for a, raw in zip(batch, seen, strict=False)]
            done += fresh
            yield from fresh

    def _confirmed(self, assignment: Assignment, candidate: Known) -> bool:
        known = self.alignment.seen_under(assignment, candidate, self.cases)
        for case in self.aligning[1:]:
            if id(case.steps) in known:
                raw = [known[id(case.steps)]]
            else:
                raw = self.session.observe([bind(case.steps, self._push(assignment, candidate))])
            if not raw or not self._alike(case, candidate.observe(case), raw[0]):
                return False
        return True

    def _alike(self, case: Case, wanted: Observation, raw: Observation) -> bool:
        reference = self.reference.observe(case)
        mine, other = fingerprint(case, raw, reference), fingerprint(case, wanted, reference)
        return compare(other, mine, max(case.tolerance, ALIKE)).difference is None

    def _push(self, assignment: Assignment, candidate: Known) -> Pushed:
        return lambda build, steered: _states(assignment, candidate, build, steered)


def _sketch(observation: Observation) -> float:
    """The mean absolute entry of the first floating tensor observed; NaN where there is none."""
    for value in observation.values():
        for item in value if isinstance(value, (tuple, list)) else (value,):
            if (
                isinstance(item, Tensor)
                and item.is_floating_point()
                and item.numel()
                and item.device.type == "cpu"
            ):
                return float(item.double().abs().mean())
    return math.nan


def _near(one: float, other: float) -> bool:
    """Whether two sketches leave it open that the observations are equal."""
    return math.isnan(one) or math.isnan(other) or abs(one - other) <= SKETCH_TOLERANCE * (1 + abs(one))
