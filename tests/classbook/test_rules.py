"""Rules of a run: the policy, extensions and overrides, applied beside the raw scores."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from grader.classbook.rules import Rules, attempts_of, policy_for_run, rules_of
from grader.domain.errors import UsageError
from grader.domain.policy import Basis, Counts, LateRule, Policy
from grader.domain.record import ClassScore, Extension, Learner, Override
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import EarlierAttempt
from grader.domain.verdict import Verdict
from grader.store.store import Store
from tests.store.samples import NOON, class_result, class_run, later

EX = "ex03_feed_forward"


def _score(**changes: Any) -> ClassScore:
    """What counts of a sample result."""
    result = class_result(**changes)
    return ClassScore(**{name: getattr(result, name) for name in ClassScore.__dataclass_fields__})


LATE = Policy(due=NOON, late=LateRule(per_day=0.1))


def test_an_extension_gives_time_and_an_override_points() -> None:
    """The later of two extensions holds, for one exercise or for all; an override stands beside the raw score."""
    late = _score(submitted_at=later(60 * 30), late=False)
    assert Rules(LATE, {}, {}).settle(late).score == 8.0
    extensions = {
        ("1001", None): Extension("1001", None, NOON, "", NOON),
        ("1001", EX): Extension("1001", EX, later(60 * 40), "", NOON),
    }
    rules = Rules(LATE, extensions, {})
    assert rules.settle(late).score == 10.0
    assert rules.extended_until("1001", EX) == NOON + timedelta(minutes=60 * 40)
    assert rules.extended_until("1002", EX) is None
    overridden = Rules(LATE, {}, {("1001", EX): Override("1001", EX, 3.0, "oral", NOON)}).settle(late)
    assert (overridden.basis, overridden.score, overridden.raw, overridden.why) == (
        Basis.OVERRIDDEN,
        3.0,
        10.0,
        "oral",
    )
    missing = Rules(LATE, {}, {("x", EX): Override("x", EX, 3.0, "oral", NOON)}).settle_missing("x", EX, 3)
    assert missing.score == 3.0


def test_attempts_come_oldest_first_and_a_fault_of_ours_has_no_score() -> None:
    """What was replaced, then the newest hand-in."""
    earlier = (EarlierAttempt(4.0, Verdict.WRONG_ANSWER, None, NOON),)
    score = _score(verdict=Verdict.INTERNAL_ERROR, score=0.0, attempts=earlier)
    assert [each.score for each in attempts_of(score)] == [4.0, None]
    settled = Rules(Policy(counts=Counts.BEST), {}, {}).settle(score)
    assert (settled.score, settled.attempt) == (4.0, 0)


def test_a_report_of_other_rules_uses_those(store: Store) -> None:
    """A policy named for the report wins over the run's own."""
    run = store.classes.begin_or_join_run(class_run(settings=RunSettings(LATE)), after=None)
    assert rules_of(store, run).policy == LATE
    assert rules_of(store, run, Policy(drop=1)).policy == Policy(drop=1)


@pytest.mark.parametrize(("excused", "number"), [("annn", 3), ("ann", 99)])
def test_mistyped_names_in_a_reports_policy_are_told(store: Store, excused: str, number: int) -> None:
    """Somebody who is not in the run, or an exercise that the course has not, is an error with what was meant."""
    run = store.classes.begin_or_join_run(class_run(settings=RunSettings(people=("ann",))), after=None)
    store.classes.put_learners([Learner("ann", "Ann")])
    policy = Policy(excused=frozenset({(excused, number)}))
    with pytest.raises(UsageError) as caught:
        policy_for_run(store, run, policy, [3, 7], "rules.toml")
    assert "rules.toml" in str(caught.value)
