"""Changes of a score: what is one, what caused it, and what counts now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.classrun.changes import Cause, find_change
from grader.domain.policy import Counts
from grader.domain.record import ClassResult
from grader.domain.stored_result import EarlierAttempt
from grader.domain.verdict import Verdict
from tests.store.samples import class_result


def _with(result: ClassResult, score: float, *earlier: float) -> ClassResult:
    attempts = tuple(EarlierAttempt(each, Verdict.WRONG_ANSWER) for each in earlier)
    return replace(result, score=score, attempts=attempts)


def test_the_same_score_and_nothing_to_compare_are_no_change() -> None:
    """Only a score that differs from a former one is a change."""
    assert find_change(None, class_result()) is None
    assert find_change(class_result(), class_result(seed=3)) is None


@pytest.mark.parametrize("failed", ["former", "new"])
def test_a_fault_of_ours_is_no_score(failed: str) -> None:
    """Neither getting a verdict at last nor losing one to our fault is a change of somebody's score."""
    fault, good = class_result(score=0.0, verdict=Verdict.INTERNAL_ERROR), class_result()
    assert (find_change(fault, good) if failed == "former" else find_change(good, fault)) is None


def test_causes_are_what_was_different() -> None:
    """Source, course and seed are named where they differ; where nothing does, that is said."""
    former = class_result(score=4.0)
    changed = class_result(score=5.0, submission_digest="e" * 64, course_digest="d", seed=3)
    change = find_change(former, changed)
    assert change is not None
    assert change.causes == (Cause.SOURCE, Cause.COURSE, Cause.SEED)
    change = find_change(former, class_result(score=5.0))
    assert change is not None
    assert change.causes == (Cause.NOTHING,)


def test_what_counts_is_said_under_best() -> None:
    """A worse attempt is a change that leaves the best one counting; a better course may change that one alone."""
    former, worse = class_result(), _with(class_result(), 7.0, 10.0)
    change = find_change(former, worse, Counts.BEST)
    assert change is not None
    assert (change.before, change.after, change.counts) == (10.0, 7.0, 10.0)
    last = find_change(former, worse, Counts.LAST)
    assert last is not None
    assert last.counts == 7.0
    raised = find_change(_with(class_result(), 7.0, 8.0), _with(class_result(), 7.0, 9.0), Counts.BEST)
    assert raised is not None
    assert raised.counts == 9.0
