"""Bulk reading of a class is the same as reading result by result."""

from __future__ import annotations

from dataclasses import fields, replace

from grader.domain.mark import QuizAnswer, QuizSession
from grader.domain.record import ClassResult, ClassScore
from grader.domain.stored_result import EarlierAttempt
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.store.store import Store
from tests.store.samples import GRADE, NOON, SUBMISSION, class_result, class_run

EARLIER = EarlierAttempt(3.0, Verdict.WRONG_ANSWER, "d" * 64, None, NOON, grade=GRADE)


def _score(result: ClassResult) -> ClassScore:
    """The result without what was found in it."""
    return ClassScore(**{each.name: getattr(result, each.name) for each in fields(ClassScore)})


def test_scores_are_the_results_without_what_was_found(store: Store) -> None:
    """Every field of theirs is the same; of earlier attempts what was found in them is left out."""
    store.classes.begin_or_join_run(class_run(), after=None)
    rows = [
        class_result(),
        class_result(learner="1000", attempts=(EARLIER,), late=False, submitted_at=None),
        class_result(
            exercise_number=7, exercise_id="ex07", verdict=Verdict.TIME_LIMIT, submission_digest=None
        ),
    ]
    store.classes.record_results(
        "run-1", [(row, SUBMISSION if row.submission_digest else None) for row in rows]
    )
    whole = list(store.classes.results("run-1"))
    assert [row.attempts for row in whole] == [(EARLIER,), (), ()]
    bare = replace(EARLIER, grade=None)
    scores = list(store.class_reading.scores("run-1"))
    assert scores == [replace(_score(row), attempts=(bare,) if row.attempts else ()) for row in whole]
    assert list(store.class_reading.scores("run-2")) == []


def test_results_of_some_people(store: Store) -> None:
    """The results of the named people come by person, ordered by exercise; who has none is left out."""
    store.classes.begin_or_join_run(class_run(), after=None)
    second = class_result(exercise_number=1, exercise_id="ex01")
    store.classes.record_results("run-1", [(row, SUBMISSION) for row in (class_result(), second)])
    found = store.class_reading.results_of("run-1", ["1001", "nobody"])
    assert list(found) == ["1001"]
    assert [row.exercise_number for row in found["1001"]] == [1, 3]


def test_sessions_of_the_people_in_a_run(store: Store) -> None:
    """Quiz sessions of people with a result are read, with answers, and those of others are not."""
    store.classes.begin_or_join_run(class_run(), after=None)
    store.classes.record_results("run-1", [(class_result(), SUBMISSION)])
    answer = QuizAnswer("q1", 5, {"D": 4.0}, "b", 0.0, ("ffn-no-activation",), NOON, 9.0)
    for learner in ("1001", "stranger"):
        session = QuizSession(f"s-{learner}", learner, "ffn", Language.EN, ("q1",), (5,), NOON)
        store.quiz_memory.begin_session(session)
        store.quiz_memory.record_answer(session.id, answer)
    (found,) = store.class_reading.sessions("run-1")
    assert (found.learner, found.answers) == ("1001", (answer,))


def test_who_handed_in_what(store: Store) -> None:
    """Equal sources are listed with everybody who handed them in, untouched stubs left out."""
    store.classes.begin_or_join_run(class_run(), after=None)
    rows = [
        class_result(),
        class_result(learner="1002"),
        class_result(learner="1003", verdict=Verdict.NOT_ATTEMPTED),
    ]
    store.classes.record_results("run-1", [(row, SUBMISSION) for row in rows])
    assert store.class_reading.digests("run-1", "ex03_feed_forward") == {SUBMISSION.digest: ("1001", "1002")}
    assert store.class_reading.digests("run-1", "ex07") == {}
