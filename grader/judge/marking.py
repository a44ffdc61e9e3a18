"""The verdict of each check: the first of its cases that differs from the reference's decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from grader.domain.case import Case, Observation
from grader.domain.exercise import CheckSpec, Exercise
from grader.domain.result import CheckResult, Difference, DifferenceKind, Failure
from grader.domain.verdict import Verdict
from grader.judge.checking import check, tell_lost
from grader.judge.known import Known
from grader.judge.scoring import points_by_check
from grader.judge.stop import ended_by, has_raised


class Marking:
    """Marks observations of one exercise's cases, check by check, beside the reference's."""

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
