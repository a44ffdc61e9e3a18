"""Quiz sessions, answers, review cards, their reviews, in the database."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from grader.domain.mark import (
    CardPhase,
    CardState,
    QuizAnswer,
    QuizSession,
    Review,
    Sighting,
    SightingSource,
)
from grader.domain.result_form import misconceptions_in
from grader.domain.text import Language
from grader.store.database import Database, know_learner, storable, upsert
from grader.store.schema import ATTEMPT, CARD, CLASS_RESULT, QUIZ_ANSWER, QUIZ_SESSION, REVIEW


class StoredQuizMemory:
    """What quizzes and cards need to remember; each call is durable when it returns."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def begin_session(self, session: QuizSession) -> None:
        """Keep a new session, without its answers. Raises ValueError where the id is taken."""
        row = asdict(session) | {
            "questions": list(session.questions),
            "seeds": list(session.seeds),
            "language": session.language.value,
        }
        del row["answers"]
        with self._database.writing() as connection:
            know_learner(connection, session.learner)
            try:
                connection.execute(insert(QUIZ_SESSION).values(**row))
            except IntegrityError as error:
                raise ValueError(f"session {session.id} exists already") from error

    def record_answer(self, session_id: str, answer: QuizAnswer) -> None:
        """Add an answer to a session. Raises KeyError where there is no such session."""
        row = asdict(answer) | {
            "session": session_id,
            "params": dict(answer.params),
            "misconceptions": list(answer.misconceptions),
            "answer": storable(answer.answer),
        }
        with self._database.writing() as connection:
            found = connection.execute(select(QUIZ_SESSION.c.id).where(QUIZ_SESSION.c.id == session_id))
            if found.first() is None:
                raise KeyError(session_id)
            connection.execute(insert(QUIZ_ANSWER).values(**row))

    def end_session(self, session_id: str, finished_at: datetime) -> None:
        """Say that the session is over. Raises KeyError where there is none."""
        statement = update(QUIZ_SESSION).where(QUIZ_SESSION.c.id == session_id)
        with self._database.writing() as connection:
            if connection.execute(statement.values(finished_at=finished_at)).rowcount == 0:
                raise KeyError(session_id)

    def unfinished_session(self, learner: str, quiz: str) -> QuizSession | None:
        """Return the newest session of this learner at this quiz that has no end, with its answers."""
        query = _sessions_of(learner).where(QUIZ_SESSION.c.quiz == quiz, QUIZ_SESSION.c.finished_at.is_(None))
        with self._database.reading() as connection:
            found = list(read_sessions(connection, query))
        return found[-1] if found else None

    def sessions(self, learner: str) -> tuple[QuizSession, ...]:
        """Return all sessions of a learner, oldest first, with their answers."""
        with self._database.reading() as connection:
            return tuple(read_sessions(connection, _sessions_of(learner)))

    def sightings(self, learner: str) -> tuple[Sighting, ...]:
        """Return every misconception seen in the learner's exercises and answers, oldest first."""
        seen: list[Sighting] = []
        with self._database.reading() as connection:
            for table, time in ((ATTEMPT, ATTEMPT.c.started_at), (CLASS_RESULT, CLASS_RESULT.c.graded_at)):
                query = select(table.c.result, time).where(table.c.learner == learner).order_by(table.c.id)
                for result, seen_at in connection.execute(query):
                    for name in misconceptions_in(result):
                        seen.append(Sighting(name, SightingSource.EXERCISE, seen_at))
            query = (
                select(QUIZ_ANSWER.c.misconceptions, QUIZ_ANSWER.c.answered_at)
                .join(QUIZ_SESSION, QUIZ_SESSION.c.id == QUIZ_ANSWER.c.session)
                .where(QUIZ_SESSION.c.learner == learner)
                .order_by(QUIZ_ANSWER.c.id)
            )
            for names, seen_at in connection.execute(query):
                seen.extend(Sighting(name, SightingSource.QUIZ, seen_at) for name in names)
        return tuple(sorted(seen, key=lambda sighting: sighting.seen_at))

    def cards(self, learner: str) -> tuple[CardState, ...]:
        """Return the state of every card that the learner has, ordered by due time, then id."""
        query = select(CARD).where(CARD.c.learner == learner).order_by(CARD.c.due, CARD.c.card)
        with self._database.reading() as connection:
            return tuple(_card(row) for row in connection.execute(query).mappings())

    def put_card(self, learner: str, card: CardState) -> None:
        """Keep a card's state in place of its former one."""
        with self._database.writing() as connection:
            know_learner(connection, learner)
            _put_card(connection, learner, card)

    def record_review(self, learner: str, review: Review, card: CardState) -> None:
        """Keep a review and the state that it leads to, both or neither."""
        row = asdict(review) | {"learner": learner, "rating": int(review.rating)}
        with self._database.writing() as connection:
            know_learner(connection, learner)
            connection.execute(insert(REVIEW).values(**row))
            _put_card(connection, learner, card)


def _sessions_of(learner: str) -> Select[Any]:
    table = QUIZ_SESSION
    return select(table).where(table.c.learner == learner).order_by(table.c.started_at, table.c.id)


def read_sessions(connection: Connection, query: Select[Any]) -> Iterator[QuizSession]:
    """Yield the sessions that the query selects, in its order, each with its answers."""
    rows = list(connection.execute(query).mappings())
    wanted = [row["id"] for row in rows]
    answers: dict[str, list[QuizAnswer]] = {session: [] for session in wanted}
    for start in range(0, len(wanted), 500):  # databases bound the number of parameters
        portion = wanted[start : start + 500]
        found = select(QUIZ_ANSWER).where(QUIZ_ANSWER.c.session.in_(portion)).order_by(QUIZ_ANSWER.c.id)
        for row in connection.execute(found).mappings():
            answers[row["session"]].append(_answer(row))
    for row in rows:
        fields = dict(row) | {
            "language": Language(row["language"]),
            "questions": tuple(row["questions"]),
            "seeds": tuple(row["seeds"]),
            "answers": tuple(answers[row["id"]]),
        }
        yield QuizSession(**fields)


def _answer(row: Any) -> QuizAnswer:
    fields = {name: row[name] for name in QuizAnswer.__dataclass_fields__}
    return QuizAnswer(**fields | {"misconceptions": tuple(row["misconceptions"])})


def _card(row: Any) -> CardState:
    fields = {name: row[name] for name in CardState.__dataclass_fields__}
    return CardState(**fields | {"phase": CardPhase(row["phase"])})


def _put_card(connection: Connection, learner: str, card: CardState) -> None:
    row = asdict(card) | {"learner": learner, "phase": int(card.phase)}
    upsert(connection, CARD, row, ("learner", "card"))
