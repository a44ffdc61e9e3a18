"""The score: points of each check, then the overall verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.domain.exercise import MAX_SCORE, CheckSpec
from grader.domain.result import CheckResult
from grader.domain.verdict import Tier, Verdict

TIER_POINTS: Mapping[Tier, float] = {Tier.CORE: 8.0, Tier.EDGE: 2.0, Tier.ADVICE: 0.0}


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
        members = [check for check in checks if check.tier is tier]
        named = sum(check.points for check in members if check.points is not None)
        rest = [check for check in members if check.points is None]
        for check in members:
            points[check.name] = (
                check.points if check.points is not None else (share[tier] - named) / len(rest)
            )
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
