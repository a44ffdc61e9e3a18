"""Points: eight for the core, two for the edge, equal shares within a tier."""

from __future__ import annotations

import pytest

from grader.domain.exercise import CheckSpec
from grader.domain.result import CheckResult
from grader.domain.text import Text
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.judge.marking import in_proportion, overall, points_by_check


def _spec(name: str, tier: Tier, points: float | None = None) -> CheckSpec:
    return CheckSpec(name, tier, Visibility.HIDDEN, Text("a", "b"), points)


def _result(tier: Tier, verdict: Verdict) -> CheckResult:
    return CheckResult("c", tier, Visibility.HIDDEN, verdict, 0.0, 1.0, Text("a", "b"))


def test_core_has_eight_points_and_edge_two() -> None:
    """A tier's points are shared equally by its checks."""
    points = points_by_check(
        [_spec("a", Tier.CORE), _spec("b", Tier.CORE), _spec("c", Tier.EDGE), _spec("d", Tier.ADVICE)]
    )
    assert points == {"a": 4.0, "b": 4.0, "c": 2.0, "d": 0.0}


def test_without_an_edge_tier_the_core_has_all_ten() -> None:
    """An exercise without edge checks still has ten points."""
    assert sum(points_by_check([_spec("a", Tier.CORE), _spec("b", Tier.CORE)]).values()) == pytest.approx(10)


def test_a_check_may_name_its_own_points() -> None:
    """What a check names for itself is taken from its tier's share; the others divide the rest."""
    points = points_by_check([_spec("a", Tier.CORE, 5.0), _spec("b", Tier.CORE), _spec("c", Tier.EDGE)])
    assert points == {"a": 5.0, "b": 3.0, "c": 2.0}


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ([_result(Tier.CORE, Verdict.ACCEPTED), _result(Tier.EDGE, Verdict.WRONG_ANSWER)], Verdict.ACCEPTED),
        ([_result(Tier.CORE, Verdict.WRONG_ANSWER)], Verdict.WRONG_ANSWER),
        (
            [_result(Tier.CORE, Verdict.RUNTIME_ERROR), _result(Tier.CORE, Verdict.RUNTIME_ERROR)],
            Verdict.RUNTIME_ERROR,
        ),
        (
            [_result(Tier.CORE, Verdict.RUNTIME_ERROR), _result(Tier.CORE, Verdict.WRONG_ANSWER)],
            Verdict.RUNTIME_ERROR,
        ),
        (
            [_result(Tier.CORE, Verdict.RUNTIME_ERROR), *[_result(Tier.CORE, Verdict.WRONG_ANSWER)] * 2],
            Verdict.WRONG_ANSWER,
        ),
    ],
)
def test_the_core_decides_the_verdict(results: list[CheckResult], verdict: Verdict) -> None:
    """Accepted means every core check passed; runtime_error means that at least half of the failing ones raised."""
    assert overall(results) is verdict


def _checks(passed: set[str]) -> list[CheckResult]:
    """Two core checks that ask for work, one core and one edge check that are passed by doing nothing."""
    tiers = {"values": Tier.CORE, "gradients": Tier.CORE, "shape": Tier.CORE, "finite": Tier.EDGE}
    return [
        CheckResult(
            name,
            tier,
            Visibility.HIDDEN,
            Verdict.ACCEPTED if name in passed else Verdict.WRONG_ANSWER,
            2.0 if name in passed else 0.0,
            2.0,
            Text("a", "b"),
        )
        for name, tier in tiers.items()
    ]


@pytest.mark.parametrize(
    ("passed", "points"),
    [
        ({"values", "gradients", "shape", "finite"}, [2.0, 2.0, 2.0, 2.0]),
        ({"values", "shape", "finite"}, [2.0, 0.0, 1.0, 1.0]),
        ({"shape", "finite"}, [0.0, 0.0, 0.0, 0.0]),
        ({"values", "gradients"}, [2.0, 2.0, 0.0, 0.0]),
    ],
)
def test_what_doing_nothing_passes_pays_in_proportion(passed: set[str], points: list[float]) -> None:
    """A trivial check pays the share of its points that the other core checks earned of theirs."""
    trivial = ("shape", "finite")
    specs = [
        CheckSpec(r.name, r.tier, Visibility.HIDDEN, r.title, trivial=r.name in trivial)
        for r in _checks(passed)
    ]
    assert [result.points for result in in_proportion(_checks(passed), specs)] == points


def test_where_all_checks_are_trivial_only_all_of_them_pay() -> None:
    """Public cases alone may all be passed by doing nothing: then they pay together, or not at all."""
    specs = [CheckSpec("shape", Tier.CORE, Visibility.PUBLIC, Text("a", "b"), trivial=True)]
    for passed, points in (({"shape"}, 2.0), (set(), 0.0)):
        [result] = in_proportion([r for r in _checks(passed) if r.name == "shape"], specs)
        assert result.points == points
