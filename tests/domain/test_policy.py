"""Policies: what lateness, several attempts, excuses, drops and overrides do to a score, and what they
never do.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.policy import (
    Attempted,
    Basis,
    Counts,
    LateRule,
    Policy,
    Settled,
    Share,
    Timing,
    settle,
    total,
)

DUE = datetime(2026, 10, 1, 12, tzinfo=UTC)
RULE = LateRule(per_day=0.1, cap=0.5, grace_minutes=15)
POLICY = Policy(due=DUE, late=RULE)
ATTEMPTS = st.lists(
    st.builds(
        Attempted,
        st.floats(0, 10),
        st.none()
        | st.datetimes(
            DUE.replace(tzinfo=None) - timedelta(days=30),
            DUE.replace(tzinfo=None) + timedelta(days=60),
            timezones=st.just(UTC),
        ),
        st.booleans(),
    ),
    max_size=5,
)


def _after(score: float, **late: float) -> Attempted:
    return Attempted(score, DUE + timedelta(**late))


def _one(policy: Policy, *attempts: Attempted, extended: datetime | None = None) -> Settled:
    return settle(policy, "ada", 3, attempts, 10.0, extended)


@pytest.mark.parametrize(
    ("attempt", "days", "score"),
    [
        (_after(8, minutes=-1), 0, 8.0),
        (_after(8, minutes=15), 0, 8.0),
        (_after(8, minutes=16), 1, 7.0),
        (_after(8, days=1), 1, 7.0),
        (_after(8, days=1, seconds=1), 2, 6.0),
        (_after(8, days=30), 30, 3.0),
        (_after(2, days=30), 30, 0.0),
        (Attempted(8, None, late=True), 1, 7.0),
        (Attempted(8, None), 0, 8.0),
    ],
)
def test_each_begun_day_costs(attempt: Attempted, days: int, score: float) -> None:
    """Nothing within the grace, a share of the points a begun day from the due time, at most the cap,
    never below 0.
    """
    found = _one(POLICY, attempt)
    assert (found.days_late, found.score, found.raw) == (days, score, attempt.score)


def test_a_share_of_what_was_earned() -> None:
    """A rule may take its share of the score instead of the points that could be had."""
    found = _one(replace(POLICY, late=replace(RULE, of=Share.SCORE)), _after(8, days=2))
    assert found.score == pytest.approx(6.4)


def test_nothing_counts_after_the_cutoff() -> None:
    """Work after the cutoff earns nothing, whatever the cap."""
    policy = replace(POLICY, late=replace(RULE, cutoff_days=3))
    assert _one(policy, _after(8, days=3)).score == 5.0
    assert _one(policy, _after(8, days=3, seconds=1)).score == 0.0


def test_best_and_last() -> None:
    """The last attempt counts unless the best is asked for, and the best is the best after its deduction."""
    attempts = (_after(8, hours=-1), _after(9, days=2), _after(3, days=3))
    assert _one(POLICY, *attempts).raw == 3
    assert _one(replace(POLICY, counts=Counts.BEST), *attempts).raw == 8


def test_an_extension_moves_the_due_time_and_never_back() -> None:
    """With an extension the same work is in time; an earlier date than the due one changes nothing."""
    late = _after(8, days=2)
    assert _one(POLICY, late, extended=DUE + timedelta(days=3)).score == 8.0
    assert _one(POLICY, late, extended=DUE - timedelta(days=3)).score == 6.0


def test_an_exercise_has_its_own_due_time() -> None:
    """A due time of an exercise goes before the common one."""
    policy = replace(POLICY, due_of={3: DUE + timedelta(days=7)})
    assert _one(policy, _after(8, days=2)).score == 8.0
    assert settle(policy, "ada", 4, (_after(8, days=2),), 10.0).score == 6.0


def test_excused_overridden_missing_pending() -> None:
    """An override goes before everything; an excuse and our own fault do not count; nothing handed in is
    0.
    """
    policy = replace(POLICY, excused=frozenset({("ada", 3), ("bob", None)}))
    assert _one(policy, _after(8)).basis is Basis.EXCUSED
    assert settle(policy, "bob", 9, (), 10.0).score is None
    forced = settle(policy, "ada", 3, (_after(4, days=9),), 10.0, override=(9.5, "a typo in the statement"))
    assert (forced.basis, forced.score, forced.raw, forced.why) == (
        Basis.OVERRIDDEN,
        9.5,
        4,
        "a typo in the statement",
    )
    assert _one(POLICY) == Settled(Basis.MISSING, None, 0.0, 10.0)
    assert _one(POLICY, Attempted(None)).basis is Basis.PENDING
    assert _one(POLICY, _after(6), Attempted(None)).score == 6.0


def test_the_worst_are_dropped_and_never_the_last() -> None:
    """So many of the worst, by share of their points, do not count; what does not count at all is no part
    of it.
    """

    def scored(score: float | None, most: float = 10.0) -> Settled:
        return Settled(Basis.COUNTED, score, score, most)

    policy = replace(POLICY, drop=1)
    assert total(policy, [scored(9), scored(4, 5.0), scored(7), scored(None)]) == (13.0, 15.0)
    assert total(replace(policy, drop=9), [scored(9), scored(7)]) == (9.0, 10.0)
    assert total(policy, []) == (0.0, 0.0)


@given(ATTEMPTS)
def test_a_policy_takes_and_never_gives(attempts: list[Attempted]) -> None:
    """What counts lies between 0 and the raw score, and differs from it by what was deducted."""
    found = _one(POLICY, *attempts)
    if found.raw is not None:
        assert found.score is not None
        assert -1e-9 <= found.score <= found.raw + 1e-9
        assert found.raw - found.score == pytest.approx(found.deducted, abs=1e-5)


@given(ATTEMPTS)
def test_the_best_is_never_less_than_the_last(attempts: list[Attempted]) -> None:
    """Counting the best attempt costs nobody anything."""
    best, last = _one(replace(POLICY, counts=Counts.BEST), *attempts), _one(POLICY, *attempts)
    assert (best.score or 0.0) >= (last.score or 0.0)


@pytest.mark.parametrize(
    ("attempt", "extended", "days", "timing"),
    [
        (Attempted(8, None, late=True), None, 1, Timing.ONLY_LATE),
        (Attempted(8, None, late=True), DUE + timedelta(days=90), 0, Timing.ONLY_LATE),
        (Attempted(8, None, late=True), DUE - timedelta(days=90), 1, Timing.ONLY_LATE),
        (Attempted(8, None), None, 0, Timing.UNKNOWN),
        (Attempted(8, None), DUE + timedelta(days=9), 0, Timing.UNKNOWN),
        (Attempted(8, DUE + timedelta(minutes=10), late=True), None, 0, Timing.KNOWN),
        (Attempted(8, DUE + timedelta(days=3), late=True), None, 3, Timing.KNOWN),
    ],
)
def test_what_is_not_known_is_not_invented(
    attempt: Attempted, extended: datetime | None, days: int, timing: Timing
) -> None:
    """A mark "late" is one day that an extension lifts, a known time goes before the mark, no time is no day."""
    found = _one(POLICY, attempt, extended=extended)
    assert (found.days_late, found.timing) == (days, timing)


@pytest.mark.parametrize("policy", [Policy(), Policy(due=DUE), Policy(late=RULE)])
def test_without_a_late_rule_no_time_is_missed(policy: Policy) -> None:
    """Where no rule asks for a time, its absence is nothing to tell."""
    assert _one(policy, Attempted(8, None)).timing is Timing.KNOWN


def test_an_open_score_raises_no_percentage() -> None:
    """What waits for us stays among the points that can be had, and is not the one that is dropped."""

    def scored(score: float | None, standing: Basis = Basis.COUNTED) -> Settled:
        return Settled(standing, score, score, 10.0)

    waiting = scored(None, Basis.PENDING)
    assert total(POLICY, [scored(9), waiting]) == (9.0, 20.0)
    assert total(replace(POLICY, drop=1), [scored(9), waiting]) == (0.0, 10.0)
    for mended in (0.0, 5.0, 10.0):
        before, after = (
            total(replace(POLICY, drop=1), [scored(9), scored(4), each]) for each in (waiting, scored(mended))
        )
        assert before[0] / before[1] <= after[0] / after[1]


def test_the_attempt_that_counts_is_told() -> None:
    """Which attempt counts is part of the score, so that its verdict and its file can be shown."""
    attempts = (_after(8, hours=-1), Attempted(None), _after(3, days=3))
    assert _one(POLICY, *attempts).attempt == 2
    assert _one(replace(POLICY, counts=Counts.BEST), *attempts).attempt == 0
    assert _one(POLICY, Attempted(None)).attempt is None
