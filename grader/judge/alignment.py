"""Finds which weight goes where in a submission, by trying assignments against the reference and every misconception."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from torch import Tensor

from grader.domain.case import Build, Case, Observation, Raised, Value
from grader.judge.assignment import Assignment, Parameter, propose
from grader.judge.comparison import compare
from grader.judge.layout import Arranged
from grader.judge.running import Candidate, Pushed, bind, fingerprint, role_tensors
from grader.judge.session import Session

BATCH = 48
UNMATCHED = "unmatched"


@dataclass
class Alignment:
    """The assignment in force for one submission: chosen once, then frozen; `note` tells how, `fits` whom it fitted.

    `tries` counts the assignments that were observed.
    """

    session: Session
    heads: int | None
    candidate: Candidate
    assignment: Assignment | None
    note: str
    tries: int = 0
    fits: bool = False
    _described: dict[str, Value] = field(default_factory=dict)

    def describe(self, build: Build) -> Value:
        """The submission's description for this build, asked for once."""
        key = f"{build.entry} {dict(build.kwargs)}"
        if key not in self._described:
            answer = self.session.describe([build])
            self._described[key] = answer[0] if answer else None
        return self._described[key]

    def pushed(self, build: Build) -> tuple[Mapping[str, Tensor], Mapping[str, Tensor]] | None:
        """The submission's weights for this build under the frozen assignment; None where it does not apply."""
        roles = self.candidate.roles(build)
        found = parameters(self.describe(build))
        assignment = self.assignment
        heads = build.kwargs.get("num_heads", self.heads)
        paths = {p.path for p in found if p.path == p.same_as}
        if assignment is None or paths != set(assignment.recipes):
            assignment = next(propose(roles, found, heads), None)
        elif heads != self.heads:
            assignment = _with_heads(assignment, heads)
        if assignment is None:
            return None
        state, direction = role_tensors(build, roles)
        return assignment.state(state), assignment.state(direction)


def _with_heads(assignment: Assignment, heads: int | None) -> Assignment:
    """The same assignment for a module with another number of heads."""
    recipes = {
        path: replace(recipe, heads=heads) if isinstance(recipe, Arranged) and recipe.heads else recipe
        for path, recipe in assignment.recipes.items()
    }
    return replace(assignment, recipes=recipes)


def parameters(description: Value) -> tuple[Parameter, ...]:
    """The parameters of a described module; none if it could not be built."""
    if not isinstance(description, dict):
        return ()
    rows = description.get("parameters")
    return tuple(Parameter(*row) for row in rows) if isinstance(rows, tuple) else ()


def align(
    session: Session, cases: Sequence[Case], candidates: Sequence[Candidate], heads: int | None
) -> Alignment | None:
    """Choose the assignment of weights; None if the exercise pushes none. `candidates[0]` is the reference.

    The reference is tried with every assignment first, then each misconception (with its own roles). The first aligning case
    searches, the others confirm on inputs that the search did not use. If nothing fits, the most plausible assignment is kept
    with the note "unmatched".
    """
    aligning = [case for case in cases if case.aligns]
    if not aligning:
        return None
    alignment = Alignment(session, heads, candidates[0], None, UNMATCHED)
    search = _Search(alignment, aligning, candidates[0])
    build = aligning[0].builds[0]
    found = parameters(alignment.describe(build))
    if isinstance(alignment.describe(build), Raised) or session.failure:
        return alignment
    for group in _groups(candidates, build):
        roles = group[0].roles(build)
        trials = list(search.trials(propose(roles, found, heads), group[0]))
        if alignment.assignment is None and trials:
            alignment.assignment, alignment.candidate = trials[0][0], group[0]
        if search.choose(trials, group):
            break
    alignment.tries = search.tries
    return alignment


def _groups(candidates: Sequence[Candidate], build: Build) -> Iterator[list[Candidate]]:
    """The reference alone, then candidates grouped by equal roles and shapes, the reference's group first."""
    yield [candidates[0]]
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(str(sorted(candidate.roles(build).items())), []).append(candidate)
    for group in groups.values():
        rest = [c for c in group if c is not candidates[0]]
        if rest:
            yield rest


class _Search:
    """Observes the submission under proposed assignments and looks for a candidate that does the same."""

    def __init__(self, alignment: Alignment, aligning: Sequence[Case], reference: Candidate) -> None:
        self.alignment = alignment
        self.session = alignment.session
        self.aligning = aligning
        self.reference = reference
        self.tries = 0
        self._cache: dict[str, list[tuple[Assignment, Observation]]] = {}

    def trials(
        self, proposals: Iterator[Assignment], candidate: Candidate
    ) -> Iterator[tuple[Assignment, Observation]]:
        """Yield (assignment, observation of the first aligning case), observing in batches; equal roles are observed once."""
        key = str(sorted(candidate.roles(self.aligning[0].builds[0]).items()))
        if key in self._cache:
            yield from self._cache[key]
            return
        done = self._cache.setdefault(key, [])
        wanted = self.reference.observe(self.aligning[0])
        first = True
        while batch := list(islice(proposals, 1 if first else BATCH)):
            first = False
            programs = [bind(self.aligning[0].steps, self._push(a, candidate)) for a in batch]
            self.tries += len(batch)
            seen = self.session.observe(programs)
            for assignment, raw in zip(batch, seen, strict=False):
                done.append((assignment, raw))
                yield assignment, raw
            if candidate is self.reference and any(
                self._alike(self.aligning[0], wanted, raw) for _, raw in done[-len(batch) :]
            ):
                return
            if self.session.failure:
                return

    def choose(self, trials: Sequence[tuple[Assignment, Observation]], group: Sequence[Candidate]) -> bool:
        """Freeze the first assignment under which the submission does what a candidate of the group does."""
        for candidate in group:
            wanted = candidate.observe(self.aligning[0])
            for assignment, raw in trials:
                if self._alike(self.aligning[0], wanted, raw) and self._confirmed(assignment, candidate):
                    self.alignment.assignment, self.alignment.candidate = assignment, candidate
                    self.alignment.note, self.alignment.fits = assignment.note, True
                    return True
        return False

    def _confirmed(self, assignment: Assignment, candidate: Candidate) -> bool:
        for case in self.aligning[1:]:
            raw = self.session.observe([bind(case.steps, self._push(assignment, candidate))])
            if not raw or not self._alike(case, candidate.observe(case), raw[0]):
                return False
        return True

    def _alike(self, case: Case, wanted: Observation, raw: Observation) -> bool:
        reference = self.reference.observe(case)
        mine, other = fingerprint(case, raw, reference), fingerprint(case, wanted, reference)
        return compare(other, mine, case.tolerance).difference is None

    def _push(self, assignment: Assignment, candidate: Candidate) -> Pushed:
        def pushed(build: Build) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
            state, direction = candidate.weights(build)
            return assignment.state(state), assignment.state(direction)

        return pushed
