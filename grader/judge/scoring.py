"""The score: points of each check, then the overall verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
