"""The stored memory of quizzes does what the transient one does."""

from __future__ import annotations

from datetime import datetime

import pytest

from grader.domain.mark import (
    CardPhase,
    CardState,
    QuizAnswer,
    QuizSession,
    Rating,
    Review,
    Sighting,
    SightingSource,
)
from grader.domain.text import Language
from grader.quiz.memory import QuizMemory, TransientMemory
from grader.store.store import Store
from tests.store.samples import SUBMISSION, attempt, later


def session(name: str, minute: float, learner: str = "me", quiz: str = "layer-norm") -> QuizSession:
    """Return a session of two questions."""
    return QuizSession(name, learner, quiz, Language.ZH, ("q1", "q2"), (7, 2**62), later(minute))


def answer(question: str, minute: float, *misconceptions: str) -> QuizAnswer:
    """Return an answer."""
    return QuizAnswer(question, 7, {"D": 8.0, "eps": 1e-5}, "a,c", 0.5, misconceptions, later(minute), 3.25)


def card(name: str, minute: float, **changes: object) -> CardState:
    """Return a card in its review phase."""
    fields: dict[str, object] = {"stability": 2.5, "difficulty": 5.5, "last_review": later(0), "step": None}
    fields |= changes
    return CardState(card=name, phase=CardPhase.REVIEW, due=later(minute), **fields)  # type: ignore[arg-type]


def tell_a_story(memory: QuizMemory) -> dict[str, object]:
    """Use every call of the protocol and return everything that can be seen afterwards."""
    for each in (
        session("b", 5),
        session("a", 1),
        session("c", 3, quiz="mask"),
        session("d", 2, learner="you"),
    ):
        memory.begin_session(each)
    memory.record_answer("b", answer("q2", 6, "ln-eps", "ln-ddof"))
    memory.record_answer("b", answer("q1", 7))
    memory.record_answer("a", answer("q1", 2, "ln-eps"))
    memory.end_session("a", later(4))
    memory.put_card("me", card("q2", 9))
    memory.put_card("me", card("q1", 9, stability=None, difficulty=None, last_review=None, step=0))
    memory.put_card("me", card("q0", 30))
    memory.put_card("me", card("q0", 8))
    memory.record_review("me", Review("q1", Rating.EASY, later(10), 1.5), card("q1", 50))
    memory.record_review("me", Review("q1", Rating.AGAIN, later(11), 2.5), card("q1", 12, step=1))
    return {
        "sessions": memory.sessions("me"),
        "others": memory.sessions("you"),
        "unfinished": memory.unfinished_session("me", "layer-norm"),
        "none": memory.unfinished_session("you", "mask"),
        "sightings": memory.sightings("me"),
        "cards": memory.cards("me"),
        "nothing": (memory.cards("x"), memory.sessions("x"), memory.sightings("x")),
    }


def test_stored_memory_equals_the_transient_one(store: Store) -> None:
    """The same calls make the same things to be seen, in the database as in plain dictionaries."""
    assert tell_a_story(store.quiz_memory) == tell_a_story(TransientMemory())


@pytest.mark.parametrize("stored", [True, False])
def test_errors_are_those_of_the_protocol(store: Store, stored: bool) -> None:
    """A taken id is a ValueError, an unknown session a KeyError, and neither changes anything."""
    memory: QuizMemory = store.quiz_memory if stored else TransientMemory()
    memory.begin_session(session("a", 1))
    with pytest.raises(ValueError, match="exists already"):
        memory.begin_session(session("a", 2))
    with pytest.raises(KeyError):
        memory.record_answer("b", answer("q1", 1))
    with pytest.raises(KeyError):
        memory.end_session("b", later(1))
    assert memory.sessions("me") == (session("a", 1),)


def test_diagnoses_of_exercises_are_sightings(store: Store) -> None:
    """What an attempt's diagnosis named is seen beside what answers showed, in the order of time."""
    store.quiz_memory.begin_session(session("a", 1))
    store.quiz_memory.record_answer("a", answer("q1", 2, "ln-eps"))
    for minute in (1, 3):
        store.attempts.record(attempt(started_at=later(minute)), SUBMISSION)
    expected: list[tuple[str, SightingSource, datetime]] = [
        ("ffn-no-activation", SightingSource.EXERCISE, later(1)),
        ("ln-eps", SightingSource.QUIZ, later(2)),
        ("ffn-no-activation", SightingSource.EXERCISE, later(3)),
    ]
    assert store.quiz_memory.sightings("me") == tuple(Sighting(*each) for each in expected)


def test_every_review_is_kept_for_its_person(store: Store) -> None:
    """Each rating of a card is handed out with the rest of what is kept of a learner."""
    for minute, rating in ((10, Rating.EASY), (11, Rating.AGAIN)):
        store.quiz_memory.record_review("me", Review("q1", rating, later(minute), 1.5), card("q1", 50))
    kept = [row for rows in store.people.export("me").values() for row in rows if "rating" in row]
    assert [row["rating"] for row in kept] == [Rating.EASY, Rating.AGAIN]
