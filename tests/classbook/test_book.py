"""The grade book of a run: rules applied, everybody in it, nothing read that is not needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.exercises import load_ladder
from grader.classbook.book import find_run, grade_book
from grader.domain.errors import UsageError
from grader.domain.policy import Basis, Counts, LateRule, Policy
from grader.domain.record import Learner
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import EarlierAttempt
from grader.domain.verdict import Verdict
from grader.reports.gradebook import GradeRow, remark, status
from grader.store.store import Store, open_store
from tests.conftest import ROOT
from tests.store.samples import NOON, SUBMISSION, class_result, class_run, later

LADDER = load_ladder(ROOT)


POLICY = Policy(due=NOON, late=LateRule(per_day=0.1, cap=0.5), excused=frozenset({("b", 7)}))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a run of two exercises in which three people are, one of whom handed in nothing."""
    opened = open_store(f"sqlite:///{tmp_path / 's.db'}")
    settings = RunSettings(POLICY, ("a", "b", "c"))
    opened.classes.begin_or_join_run(class_run(settings=settings), after=None)
    opened.classes.put_learners(
        [Learner("a", "Ann"), Learner("b", "Bo"), Learner("c", "Cy"), Learner("x", "other")]
    )
    attempts = (EarlierAttempt(9.0, Verdict.WRONG_ANSWER, "d" * 64, NOON),)
    rows = [
        class_result(learner="a", score=8.0, submitted_at=later(60 * 30), late=False, attempts=attempts),
        class_result(learner="b", score=10.0, submitted_at=NOON, late=False),
        class_result(learner="a", exercise_number=7, exercise_id="ex07_multi_head_attention",
                     verdict=Verdict.INTERNAL_ERROR, score=0.0),
    ]  # fmt: skip
    opened.classes.record_results("run-1", [(row, SUBMISSION) for row in rows])
    return opened


def rows_of(store: Store, given: Policy | None = None) -> dict[str, GradeRow]:
    """The book's rows by key."""
    run = find_run(store, None)
    return {row.learner.key: row for row in grade_book(store, run, LADDER, given).rows}


def test_late_excused_pending_and_missing_are_told_apart(store: Store) -> None:
    """Each score says how it came to count; the totals leave out what does not, and keep what is open."""
    rows = rows_of(store)
    assert list(rows) == ["a", "b", "c"]
    late, pending = rows["a"].scores
    assert (late.settled.raw, late.settled.score, late.settled.days_late) == (8.0, 6.0, 2)
    assert remark(late) == "late 2 days: -2"
    assert (pending.settled.basis, pending.settled.score) == (Basis.PENDING, None)
    assert rows["b"].scores[1].settled.basis is Basis.EXCUSED
    assert (rows["a"].total, rows["a"].max_total) == (6.0, 20.0)
    assert (rows["b"].total, rows["b"].max_total) == (10.0, 10.0)
    assert [status(score) for score in rows["c"].scores] == ["missing", "missing"]
    assert (rows["c"].total, rows["c"].max_total) == (0.0, 20.0)


def test_the_best_attempt_counts_where_the_policy_says_so(store: Store) -> None:
    """Earlier attempts are read from the store where they matter, and only the chosen one's lateness counts."""
    best = Policy(due=NOON, counts=Counts.BEST)
    score = rows_of(store, best)["a"].scores[0]
    assert (score.settled.score, score.attempts) == (9.0, 2)


def test_titles_of_exercises_that_the_course_lost_are_made_up(store: Store) -> None:
    """A run over an exercise that the course no longer has is still readable."""
    book = grade_book(store, find_run(store, None), ())
    assert [column.title.en for column in book.columns] == ["Exercise 3", "Exercise 7"]


def test_runs_are_found_by_the_beginning_of_their_id(store: Store) -> None:
    """An unambiguous beginning suffices; several or none are told."""
    store.classes.begin_or_join_run(class_run(id="run-22", started_at=later(5)), after="run-1")
    store.classes.begin_or_join_run(class_run(id="run-2", started_at=later(6)), after="run-22")
    assert find_run(store, "run-22").id == "run-22"
    assert find_run(store, "run-2").id == "run-2"
    assert find_run(store, None).id == "run-2"
    with pytest.raises(UsageError, match="3 runs begin"):
        find_run(store, "run")
    with pytest.raises(UsageError, match="no run zzz"):
        find_run(store, "zzz")
