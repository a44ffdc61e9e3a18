"""What quizzes or review cards need to remember, as a protocol; beside it the memory that forgets at exit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from grader.domain.mark import CardState, QuizAnswer, QuizSession, Review, Sighting, SightingSource


class QuizMemory(Protocol):
    """Keeps sessions, answers, cards and reviews; a call is durable when it returns: Ctrl-C loses nothing.

    `learner` is the same id under which exercise attempts are kept. Nothing here is ever changed afterwards
    except a card's state and a session's end.
    """

    def begin_session(self, session: QuizSession) -> None:
        """Keep a new session; its `answers` are empty. Raises ValueError where the id is taken."""

    def record_answer(self, session_id: str, answer: QuizAnswer) -> None:
        """Add an answer to a session. Raises KeyError where there is no such session."""

    def end_session(self, session_id: str, finished_at: datetime) -> None:
        """Say that the session is over (finished or given up). Raises KeyError where there is none."""

    def unfinished_session(self, learner: str, quiz: str) -> QuizSession | None:
        """Return the newest session of this learner at this quiz that has no end, with its answers."""

    def sessions(self, learner: str) -> tuple[QuizSession, ...]:
        """Return all sessions of a learner, oldest first, with their answers."""

    def sightings(self, learner: str) -> tuple[Sighting, ...]:
        """Return each misconception seen in the learner's exercises (diagnoses) and answers, oldest first."""

    def cards(self, learner: str) -> tuple[CardState, ...]:
        """Return the state of every card that the learner has, ordered by due time, then id."""

    def put_card(self, learner: str, card: CardState) -> None:
        """Keep a card's state in place of its former one."""

    def record_review(self, learner: str, review: Review, card: CardState) -> None:
        """Keep a review and the state that it leads to, both or neither."""


class TransientMemory:
    """A QuizMemory in plain dictionaries: whole and honest, and gone when the process ends.

    `diagnoses` are the sightings in exercises that it starts from: learner -> sightings.
    """

    def __init__(self, diagnoses: Mapping[str, tuple[Sighting, ...]] | None = None) -> None:
        self._diagnoses = dict(diagnoses or {})
        self._sessions: dict[str, QuizSession] = {}
        self._cards: dict[str, dict[str, CardState]] = {}

    def begin_session(self, session: QuizSession) -> None:
        """Keep a new session. Raises ValueError where the id is taken."""
        if session.id in self._sessions:
            raise ValueError(f"session {session.id} exists already")
        self._sessions[session.id] = session

    def record_answer(self, session_id: str, answer: QuizAnswer) -> None:
        """Add an answer to a session. Raises KeyError where there is no such session."""
        self._sessions[session_id] = self._sessions[session_id].with_answer(answer)

    def end_session(self, session_id: str, finished_at: datetime) -> None:
        """Say that the session is over. Raises KeyError where there is none."""
        self._sessions[session_id] = replace(self._sessions[session_id], finished_at=finished_at)

    def unfinished_session(self, learner: str, quiz: str) -> QuizSession | None:
        """Return the newest open session of this learner at this quiz."""
        open_ones = [s for s in self.sessions(learner) if s.quiz == quiz and s.finished_at is None]
        return open_ones[-1] if open_ones else None

    def sessions(self, learner: str) -> tuple[QuizSession, ...]:
        """Return all sessions of a learner, oldest first."""
        own = (session for session in self._sessions.values() if session.learner == learner)
        return tuple(sorted(own, key=lambda session: session.started_at))

    def sightings(self, learner: str) -> tuple[Sighting, ...]:
        """Return every misconception seen in exercises and answers, oldest first."""
        seen = list(self._diagnoses.get(learner, ()))
        for session in self.sessions(learner):
            for answer in session.answers:
                for misconception in answer.misconceptions:
                    seen.append(Sighting(misconception, SightingSource.QUIZ, answer.answered_at))
        return tuple(sorted(seen, key=lambda sighting: sighting.seen_at))

    def cards(self, learner: str) -> tuple[CardState, ...]:
        """Return the learner's cards, ordered by due time, then id."""
        return tuple(sorted(self._cards.get(learner, {}).values(), key=lambda card: (card.due, card.card)))

    def put_card(self, learner: str, card: CardState) -> None:
        """Keep a card's state in place of its former one."""
        self._cards.setdefault(learner, {})[card.card] = card

    def record_review(self, learner: str, review: Review, card: CardState) -> None:
        """Keep the state that a review leads to: nobody asks this memory for the reviews."""
        self.put_card(learner, card)
