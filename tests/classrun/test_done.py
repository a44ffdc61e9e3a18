"""What is done already: looked up now and then, and dated when a time becomes known."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from grader.classrun.done import LOOK_AGAIN_SECONDS, DoneAlready
from grader.store.store import Store
from tests.classrun.small import EXERCISES, NOW, begun, grade, handin

EX = EXERCISES[3].id


def test_a_result_holds_for_its_source_seed_and_course(store: Store) -> None:
    """Another source, seed or course is to be graded; so is another learner."""
    run = begun(store)
    grade(store, run, handin("a", b"x"))
    done = DoneAlready(store, run.id, lambda: NOW)
    assert done.holds(handin("a", b"x"), EX, 7, "c")
    assert not done.holds(handin("a", b"yy"), EX, 7, "c")
    assert not done.holds(handin("a", b"x"), EX, 8, "c")
    assert not done.holds(handin("a", b"x"), EX, 7, "d")
    assert not done.holds(handin("b", b"x"), EX, 7, "c")


def test_what_others_graded_meanwhile_is_seen_after_a_while(store: Store) -> None:
    """The store is asked again only when some seconds have passed."""
    run, clock = begun(store), [NOW]

    def now() -> datetime:
        return clock[0]

    done = DoneAlready(store, run.id, now)
    assert not done.holds(handin("a", b"x"), EX, 7, "c")
    grade(store, run, handin("a", b"x"))
    assert not done.holds(handin("a", b"x"), EX, 7, "c")
    clock[0] += timedelta(seconds=LOOK_AGAIN_SECONDS + 1)
    assert done.holds(handin("a", b"x"), EX, 7, "c")


def test_a_time_that_becomes_known_is_kept_without_grading(store: Store) -> None:
    """The result's own time changes, and nothing else of it; an unknown time takes nothing away."""
    run = begun(store)
    grade(store, run, handin("a", b"x"))
    before = store.classes.result(run.id, "a", EX)
    done = DoneAlready(store, run.id, lambda: NOW)
    dated = replace(handin("a", b"x"), submitted_at=NOW, late=True)
    assert done.holds(dated, EX, 7, "c")
    done.keep_date(dated, EX)
    done.keep_date(handin("a", b"x"), EX)
    assert before is not None
    assert store.classes.result(run.id, "a", EX) == replace(before, submitted_at=NOW, late=True)
