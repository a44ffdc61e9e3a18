"""Finds which weight goes where in a submission, by trying assignments against the reference and every
misconception.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from torch import Tensor

from grader.domain.case import Build, Case, Observation, Raised
from grader.judge.alignment import BY_NAME, UNMATCHED, Alignment, Meanwhile, parameters
from grader.judge.comparison import compare
from grader.judge.known import Known
from grader.judge.prepared import Prepared
from grader.judge.running import Pushed, bind, fingerprint
from grader.judge.session import Session
from grader.weights.propose import Assignment, Parameter, propose

BATCH = 48
TRIES = 400
SKETCH_TOLERANCE = 1e-4


def align(
    session: Session,
    cases: Sequence[Case],
    candidates: Sequence[Known],
    heads: int | None,
    prepared: Prepared,
    meanwhile: Meanwhile = None,
) -> Alignment | None:
    """Choose the assignment of weights; None if the exercise pushes none. `candidates[0]` is the reference.

    The reference is tried with every assignment first, then each misconception (with its own roles). The
    first aligning case searches, the others confirm on inputs that the search did not use. If nothing fits,
    the most plausible assignment is kept with the note "unmatched". `prepared` keeps programs for
    the next submission of the same cases; `meanwhile` is run while this one is observed for the first time.
    """
    aligning = [case for case in cases if case.aligns]
    if not aligning:
        return None
    alignment = Alignment(session, heads, candidates[0], None, UNMATCHED)
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


def _groups(candidates: Sequence[Known], build: Build) -> Iterator[list[Known]]:
    """The reference alone, then the others grouped by equal roles and shapes."""
    yield [candidates[0]]
    groups: dict[str, list[Known]] = {}
    for candidate in candidates[1:]:
        groups.setdefault(_key(candidate, build), []).append(candidate)
    yield from groups.values()


def _key(candidate: Known, build: Build) -> str:
    return str(sorted(candidate.roles(build).items()))


@dataclass(frozen=True)
class _Trial:
    """What the submission did in the searching case under one assignment; `sketch` sums it up for a quick
    comparison.
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
        """Freeze the first assignment under which the submission does what a candidate of the group does, if
        any.
        """
        case = self.aligning[0]
        wanted = [(candidate, candidate.observe(case)) for candidate in group]
        sketches = [_sketch(observation) for _, observation in wanted]
        for trial in self._each_trial(group[0]):
            if self.alignment.assignment is None:
                self.alignment.assignment, self.alignment.candidate = trial.assignment, group[0]
                # the contract's own names leave no doubt where a weight belongs
                if trial.assignment.note == BY_NAME:
                    self.alignment.note = BY_NAME
            for (candidate, observation), sketch in zip(wanted, sketches, strict=True):
                if not _near(sketch, trial.sketch) or not self._alike(case, observation, trial.seen):
                    continue
                if self._confirmed(trial.assignment, candidate):
                    self.alignment.assignment, self.alignment.candidate = trial.assignment, candidate
                    self.alignment.note, self.alignment.fits = trial.assignment.note, True
                    return True
        return False

    def _each_trial(self, candidate: Known) -> Iterator[_Trial]:
        """The trials for the candidate's roles: one alone, then in batches; what equal roles were tried with
        is not observed again.
        """
        case = self.aligning[0]
        key = _key(candidate, case.builds[0])
        if key in self._trials:
            yield from self._trials[key]
            return
        done = self._trials.setdefault(key, [])
        proposals = islice(propose(candidate.roles(case.builds[0]), self.found, self.alignment.heads), TRIES)
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
        return compare(other, mine, case.tolerance).difference is None

    def _push(self, assignment: Assignment, candidate: Known) -> Pushed:
        def pushed(build: Build, steered: bool) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
            state, direction = candidate.weights(build)
            return assignment.state(state), assignment.state(direction) if steered else {}

        return pushed


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
