"""What remembers quizzes keeps one contract, in memory and in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

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
from grader.store.store import open_store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ANSWER = QuizAnswer("q-2", 4, {"D": 8.0, "p": 0.25}, "(2, 1)", 0.5, ("mask-inverted",), NOW + HOUR, 3.5)


@pytest.fixture(params=["transient", "stored"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[QuizMemory]:
    """Each implementation of the protocol, empty."""
    if request.param == "transient":
        yield TransientMemory()
        return
    with open_store(f"sqlite:///{tmp_path / 'scores.db'}") as store:
        yield store.quiz_memory


def session(name: str, learner: str = "ada", quiz: str = "feed-forward", at: datetime = NOW) -> QuizSession:
    """A session of two questions."""
    return QuizSession(name, learner, quiz, Language.ZH, ("q-1", "q-2"), (3, 4), at)


def test_a_session_comes_back_as_it_was(memory: QuizMemory) -> None:
    """Questions, seeds, language, times and answers survive."""
    memory.begin_session(session("a"))
    memory.record_answer("a", ANSWER)
    found = memory.unfinished_session("ada", "feed-forward")
    assert found == session("a").with_answer(ANSWER)
    assert found.open_questions == (("q-1", 3),)


def test_a_finished_session_is_not_taken_up_again(memory: QuizMemory) -> None:
    """After its end a session is history, and an older unfinished one comes up."""
    memory.begin_session(session("old"))
    memory.begin_session(session("new", at=NOW + HOUR))
    newest = memory.unfinished_session("ada", "feed-forward")
    assert newest is not None
    assert newest.id == "new"
    memory.end_session("new", NOW + 2 * HOUR)
    older = memory.unfinished_session("ada", "feed-forward")
    assert older is not None
    assert older.id == "old"
    assert [each.finished_at for each in memory.sessions("ada")] == [None, NOW + 2 * HOUR]


def test_learners_and_quizzes_are_kept_apart(memory: QuizMemory) -> None:
    """Nobody sees another learner's session, nor that of another quiz."""
    memory.begin_session(session("a"))
    assert memory.unfinished_session("bo", "feed-forward") is None
    assert memory.unfinished_session("ada", "mask") is None
    assert memory.sessions("bo") == ()


def test_a_taken_id_and_an_unknown_one_are_errors(memory: QuizMemory) -> None:
    """A second session of the same id is a ValueError, an answer to no session a KeyError."""
    memory.begin_session(session("a"))
    with pytest.raises(ValueError, match="a"):
        memory.begin_session(session("a"))
    with pytest.raises(KeyError):
        memory.record_answer("none", ANSWER)
    with pytest.raises(KeyError):
        memory.end_session("none", NOW)


def test_wrong_answers_are_sightings(memory: QuizMemory) -> None:
    """The misconceptions of an answer are seen at the time of the answer."""
    memory.begin_session(session("a"))
    memory.record_answer("a", ANSWER)
    assert memory.sightings("ada") == (Sighting("mask-inverted", SightingSource.QUIZ, NOW + HOUR),)
    assert memory.sightings("bo") == ()


def test_cards_are_ordered_and_replaced(memory: QuizMemory) -> None:
    """A card's newest state counts; cards come by due time, then id."""
    later = CardState("b", CardPhase.REVIEW, None, 3.25, 5.5, NOW + HOUR, NOW)
    memory.put_card("ada", later)
    memory.put_card("ada", CardState("a", CardPhase.LEARNING, 0, None, None, NOW + HOUR, None))
    memory.record_review(
        "ada", Review("a", Rating.AGAIN, NOW, 1.5), CardState("a", CardPhase.LEARNING, 0, 0.2, 6.0, NOW, NOW)
    )
    assert [card.card for card in memory.cards("ada")] == ["a", "b"]
    assert memory.cards("ada")[1] == later
    memory.record_review(
        "ada",
        Review("a", Rating.EASY, NOW + HOUR, 2.0),
        CardState("a", CardPhase.REVIEW, None, 8.0, 5.0, NOW + 9 * HOUR, NOW + HOUR),
    )
    assert [card.card for card in memory.cards("ada")] == ["b", "a"]
    assert memory.cards("bo") == ()
