"""Marks: what each check says, what it earns, what all of them say together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.domain.case import Case, Observation
from grader.domain.exercise import MAX_SCORE, CheckSpec, Exercise
from grader.domain.result import CheckResult, Difference, DifferenceKind, Failure
from grader.domain.verdict import Tier, Verdict
from grader.findings.stop import ended_by, has_raised
from grader.judge.checking import check, tell_lost
from grader.judge.known import Known

TIER_POINTS: Mapping[Tier, float] = {Tier.CORE: 8.0, Tier.EDGE: 2.0, Tier.ADVICE: 0.0}


class Marking:
    """Marks observations check by check beside the reference's: the first of its cases that differs decides."""

    def __init__(
        self, exercise: Exercise, cases: Sequence[Case], specs: Sequence[CheckSpec], reference: Known
    ) -> None:
        self.exercise = exercise
        self.cases = cases
        self.specs = specs
        self.reference = reference
        self._derived: dict[str, Observation] = {}

    def failing(
        self, checks: Sequence[CheckResult], seen: Mapping[str, Observation]
    ) -> Iterator[tuple[Case, ...]]:
        """The failing cases of each check that fails by values."""
        for result in checks:
            if result.difference is not None and result.difference.kind is DifferenceKind.VALUE:
                judged = [
                    c for c in self.cases if c.check == result.name and not c.evidence and c.key in seen
                ]
                yield tuple(c for c in judged if self._difference(c, seen[c.key]) is not None)

    def checks(
        self,
        seen: Mapping[str, Observation],
        failure: Failure | None,
        rounded: frozenset[str] = frozenset(),
    ) -> tuple[CheckResult, ...]:
        """A result for each check of the exercise; the cases in `rounded` count as passed."""
        points = points_by_check(self.exercise.checks)
        return tuple(self._check(spec, points[spec.name], seen, failure, rounded) for spec in self.specs)

    def _check(
        self,
        spec: CheckSpec,
        points: float,
        seen: Mapping[str, Observation],
        failure: Failure | None,
        rounded: frozenset[str],
    ) -> CheckResult:
        passed = CheckResult(
            spec.name, spec.tier, spec.visibility, Verdict.ACCEPTED, points, points, spec.title
        )
        for case in self.cases:
            if case.check != spec.name or case.evidence or case.key in rounded:
                continue
            if case.key not in seen:
                verdict = failure.verdict if failure else Verdict.INTERNAL_ERROR
                return replace(passed, verdict=verdict, points=0.0, case=case.key)
            difference = self._difference(case, seen[case.key])
            if difference is not None:
                verdict = Verdict.RUNTIME_ERROR if has_raised(difference) else Verdict.WRONG_ANSWER
                return replace(passed, verdict=verdict, points=0.0, difference=difference, case=case.key)
        return passed

    def _difference(self, case: Case, seen: Observation) -> Difference | None:
        reference = self.reference.observe(case)
        difference = check(case, seen, reference, self._derive).difference
        if difference is None:
            return None
        if difference.kind is not DifferenceKind.RAISED:
            difference = ended_by(seen, reference) or difference
        return tell_lost(difference, case, seen, reference, self.exercise.entries)

    def _derive(self, case: Case) -> Observation:
        """What is compared of the reference's observation, derived once."""
        if case.key not in self._derived:
            raw = self.reference.observe(case)
            self._derived[case.key] = case.derive(raw) if case.derive is not None else raw
        return self._derived[case.key]


def forfeit(result: CheckResult, why: Verdict) -> CheckResult:
    """The same check without its points: what had passed has failed for this reason."""
    verdict = why if result.verdict is Verdict.ACCEPTED else result.verdict
    return replace(result, verdict=verdict, points=0.0, difference=None, case="")


def points_by_check(checks: Sequence[CheckSpec]) -> dict[str, float]:
    """Maximal points of each check: 8 for core and 2 for edge, split equally within a tier unless a check
    names its own.

    An exercise without edge checks gives all ten points to the core.
    """
    share = dict(TIER_POINTS)
    if not any(check.tier is Tier.EDGE for check in checks):
        share[Tier.CORE] = MAX_SCORE
    points: dict[str, float] = {}
    for tier in Tier:
        members = [spec for spec in checks if spec.tier is tier]
        named = sum(spec.points for spec in members if spec.points is not None)
        rest = [spec for spec in members if spec.points is None]
        for spec in members:
            points[spec.name] = spec.points if spec.points is not None else (share[tier] - named) / len(rest)
    return points


def in_proportion(results: Sequence[CheckResult], specs: Sequence[CheckSpec]) -> tuple[CheckResult, ...]:
    """The results, with a trivial check paid only in proportion to what the other core checks earned.

    Where all core checks are trivial, nothing is paid before all of them are passed.
    """
    trivial = {spec.name for spec in specs if spec.trivial}
    core = [result for result in results if result.tier is Tier.CORE]
    others = [result for result in core if result.name not in trivial]
    worth = sum(result.max_points for result in others)
    if worth > 0:
        share = sum(result.points for result in others) / worth
    else:
        share = 1.0 if all(result.verdict is Verdict.ACCEPTED for result in core) else 0.0
    return tuple(
        replace(result, points=result.points * share) if result.name in trivial else result
        for result in results
    )


def overall(checks: Sequence[CheckResult]) -> Verdict:
    """Accepted if every core check passed; else what the failing core checks say: runtime_error if at least half
    of them raised, otherwise the gravest of the others.
    """
    failed = [
        check.verdict for check in checks if check.tier is Tier.CORE and check.verdict is not Verdict.ACCEPTED
    ]
    if not failed:
        return Verdict.ACCEPTED
    if 2 * failed.count(Verdict.RUNTIME_ERROR) >= len(failed):
        return Verdict.RUNTIME_ERROR
    return max((v for v in failed if v is not Verdict.RUNTIME_ERROR), key=lambda v: v.severity)
