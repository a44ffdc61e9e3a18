"""Bulk reading for reports: a whole class's scores, sources and quiz sessions in a few queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select

from grader.domain.mark import QuizSession
from grader.domain.record import ClassResult
from grader.domain.verdict import Verdict
from grader.store.database import Database
from grader.store.quiz_memory import read_sessions
from grader.store.schema import CLASS_RESULT, QUIZ_SESSION

ATTEMPTS = "attempts"
_PORTION = 5000


class ClassReading:
    """What reports read of a run beyond single results."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def scores(self, run_id: str, *, attempts: bool) -> Iterator[ClassResult]:
        """Yield a run's results by learner and exercise without what was found in them.

        `result` holds the earlier attempts alone (`attempts` True) or nothing: decoding sixty thousand whole
        results takes seconds, and a table of scores does not need them.
        """
        names = [name for name in ClassResult.__dataclass_fields__ if name != "result"]
        columns: list[Any] = [CLASS_RESULT.c[name] for name in names]
        if attempts:
            columns.append(CLASS_RESULT.c.result[ATTEMPTS])
        query = (
            select(*columns)
            .where(CLASS_RESULT.c.run == run_id)
            .order_by(CLASS_RESULT.c.learner, CLASS_RESULT.c.exercise_number)
        )
        place, width = names.index("verdict"), len(names)
        with self._database.reading() as connection:
            for row in connection.execution_options(yield_per=_PORTION).execute(query):
                fields = dict(zip(names, row, strict=False))
                fields["verdict"] = Verdict(row[place])
                earlier = row[width] if attempts else None
                yield ClassResult(**fields, result={ATTEMPTS: earlier} if earlier else {})

    def sessions(self, run_id: str) -> tuple[QuizSession, ...]:
        """Return every quiz session of everybody who has a result in the run, oldest first."""
        present = select(CLASS_RESULT.c.learner).where(CLASS_RESULT.c.run == run_id)
        query = select(QUIZ_SESSION).where(QUIZ_SESSION.c.learner.in_(present))
        with self._database.reading() as connection:
            ordered = query.order_by(QUIZ_SESSION.c.started_at, QUIZ_SESSION.c.id)
            return tuple(read_sessions(connection, ordered))

    def digests(self, run_id: str, exercise_id: str) -> Mapping[str, tuple[str, ...]]:
        """Return who handed in which source at an exercise: digest -> learners, by learner."""
        columns = CLASS_RESULT.c
        query = (
            select(columns.submission_digest, columns.learner)
            .where(
                columns.run == run_id,
                columns.exercise_id == exercise_id,
                columns.submission_digest.is_not(None),
                columns.verdict != Verdict.NOT_ATTEMPTED,
            )
            .order_by(columns.learner)
        )
        found: dict[str, list[str]] = {}
        with self._database.reading() as connection:
            for digest, learner in connection.execute(query):
                found.setdefault(digest, []).append(learner)
        return {digest: tuple(learners) for digest, learners in found.items()}
