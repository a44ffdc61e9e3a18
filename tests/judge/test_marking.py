"""A check's verdict is that of its first failing case."""

from __future__ import annotations

from grader.domain.case import Observation
from grader.domain.result import Failure
from grader.domain.verdict import Verdict
from grader.judge.known import Candidate
from grader.judge.marking import Marking, forfeit
from tests.judge.small import BANK, EXERCISE, SEED, Bend, Straight, space

CASES = BANK.cases(SEED)
MARKING = Marking(EXERCISE, CASES, EXERCISE.checks, Candidate((), BANK.solution))


def _seen(entry: type) -> dict[str, Observation]:
    candidate = Candidate((), space(entry))
    return {case.key: candidate.observe(case) for case in CASES}


def test_what_equals_the_reference_gets_all_points() -> None:
    """Every check passes, and the points are the exercise's."""
    checks = MARKING.checks(_seen(Bend), None)
    assert {check.verdict for check in checks} == {Verdict.ACCEPTED}
    assert sum(check.points for check in checks) == 10.0


def test_the_first_failing_case_is_told() -> None:
    """A failing check has no points, its case's name and its difference; another check is not touched."""
    checks = {check.name: check for check in MARKING.checks(_seen(Straight), None)}
    assert (checks["values"].points, checks["values"].case) == (0.0, "values")
    assert checks["values"].difference is not None
    assert checks["unchanged"].verdict is Verdict.ACCEPTED


def test_a_case_that_was_not_seen_fails_as_the_session_did() -> None:
    """What a submission did not live to see has the verdict of its end; without one the fault is ours."""
    seen = {key: value for key, value in _seen(Bend).items() if key != "large"}
    for failure, verdict in (
        (Failure(Verdict.TIME_LIMIT, "slow"), Verdict.TIME_LIMIT),
        (None, Verdict.INTERNAL_ERROR),
    ):
        assert {c.name: c.verdict for c in MARKING.checks(seen, failure)}["large"] is verdict


def test_a_case_that_is_excused_counts_as_passed() -> None:
    """A case that differs by rounding alone, as somebody has found, fails no check."""
    failing = MARKING.failing(MARKING.checks(_seen(Straight), None), _seen(Straight))
    excused = frozenset(case.key for cases in failing for case in cases)
    assert excused == {"example", "values", "values_again", "large"}
    assert {c.verdict for c in MARKING.checks(_seen(Straight), None, excused)} == {Verdict.ACCEPTED}


def test_points_can_be_forfeited() -> None:
    """What had passed fails for the reason given, what had failed keeps its own."""
    passed, *_ = MARKING.checks(_seen(Bend), None)
    assert (forfeit(passed, Verdict.FORBIDDEN).verdict, forfeit(passed, Verdict.FORBIDDEN).points) == (
        Verdict.FORBIDDEN,
        0.0,
    )
