"""A learner's attempts, standing and hints."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta, timezone

import pytest

from grader.domain.record import HintUse
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.store.database import StoreError
from grader.store.store import Store, open_store
from tests.store.samples import NOON, SUBMISSION, attempt, later


def test_attempt_comes_back_as_it_was(url: str) -> None:
    """An attempt and its source are the same after the database was closed and opened."""
    with open_store(url) as store:
        store.attempts.record(attempt(), SUBMISSION)
    with open_store(url) as store:
        assert store.attempts.of("me") == (attempt(),)
        source = store.attempts.source(SUBMISSION.digest)
        assert source is not None
        assert (source.kind, source.source) == (SourceKind.PYTHON, SUBMISSION.source)
        assert store.attempts.source("none") is None


def test_attempts_are_kept_apart_by_learner_and_exercise(store: Store) -> None:
    """Attempts are listed oldest first, one learner's only, one exercise's if asked."""
    first = attempt()
    second = attempt(started_at=later(1), exercise_id="ex04", exercise_number=4)
    for each in (first, second, attempt(learner="you")):
        store.attempts.record(each, SUBMISSION)
    assert store.attempts.of("me") == (first, second)
    assert store.attempts.of("me", "ex04") == (second,)
    assert store.attempts.of("nobody") == ()


@pytest.mark.parametrize("verdict", [Verdict.NOT_ATTEMPTED, Verdict.INVALID_SUBMISSION])
def test_what_is_no_attempt_is_passed_over(store: Store, verdict: Verdict) -> None:
    """A row of an untouched stub or of a file that could not be graded is neither listed nor counted."""
    store.attempts.record(attempt(), SUBMISSION)
    store.attempts.record(attempt(verdict=verdict, score=0.0, started_at=later(1)), SUBMISSION)
    assert store.attempts.of("me") == (attempt(),)
    (standing,) = store.attempts.standings("me")
    assert (standing.attempts, standing.last_verdict) == (1, attempt().verdict)


def test_standing_tells_the_best_score_and_the_last_verdict(store: Store) -> None:
    """Accepted once stays accepted; the best score and the last verdict are told, by exercise number."""
    other = attempt(exercise_id="ex01", exercise_number=1, score=0.0, verdict=Verdict.TIME_LIMIT)
    story = [(Verdict.WRONG_ANSWER, 4.0), (Verdict.ACCEPTED, 9.0), (Verdict.RUNTIME_ERROR, 0.0)]
    for minute, (verdict, score) in enumerate(story):
        store.attempts.record(attempt(verdict=verdict, score=score, started_at=later(minute)), SUBMISSION)
    store.attempts.record(other, SUBMISSION)
    one, three = store.attempts.standings("me")
    assert (one.exercise_number, one.accepted, one.attempts) == (1, False, 1)
    assert (three.accepted, three.attempts) == (True, 3)
    assert (three.best_score, three.last_verdict) == (9.0, Verdict.RUNTIME_ERROR)


def test_times_are_kept_as_moments(store: Store) -> None:
    """A time of another zone comes back as the same moment in UTC; a naive time is refused."""
    shanghai = NOON.astimezone(timezone(timedelta(hours=8)))
    store.attempts.record(attempt(started_at=shanghai), SUBMISSION)
    assert store.attempts.of("me")[0].started_at.isoformat() == NOON.isoformat()
    with pytest.raises(StoreError, match="without a zone"):
        store.attempts.record(attempt(started_at=datetime(2026, 11, 5)), SUBMISSION)  # noqa: DTZ001 - the fault itself


def test_failed_attempt_leaves_nothing(store: Store) -> None:
    """An attempt that cannot be kept leaves no source and no learner behind."""
    naive = attempt(learner="ghost", started_at=NOON.replace(tzinfo=None))
    with pytest.raises(StoreError):
        store.attempts.record(naive, SUBMISSION)
    assert store.attempts.source(SUBMISSION.digest) is None
    with pytest.raises(KeyError):
        store.people.export("ghost")


def test_odd_file_names_are_kept(store: Store) -> None:
    """A file name with a zero character or a lone surrogate costs those characters, not the attempt."""
    store.attempts.record(attempt(file_name="a\0b\udcff.py"), SUBMISSION)
    assert store.attempts.of("me")[0].file_name == "a\ufffdb?.py"


def test_equal_sources_are_kept_once(store: Store) -> None:
    """Another learner's equal source is the same source."""
    twin = Submission("other.py", SUBMISSION.kind, SUBMISSION.source)
    store.attempts.record(attempt(), SUBMISSION)
    store.attempts.record(attempt(learner="you", file_name="other.py"), twin)
    assert store.attempts.of("you")[0].submission_digest == store.attempts.of("me")[0].submission_digest


def test_hints_are_remembered(store: Store) -> None:
    """Hints come back in the order in which they were asked for."""
    hints = [
        HintUse("me", "ex03", 1, NOON),
        HintUse("me", "ex03", 2, later(1)),
        HintUse("me", "ex04", 1, later(2)),
    ]
    for hint in (*hints, dataclasses.replace(hints[0], learner="you")):
        store.attempts.record_hint(hint)
    assert store.attempts.hints("me") == tuple(hints)
    assert store.attempts.hints("me", "ex04") == (hints[2],)
