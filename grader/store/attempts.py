"""A learner's own attempts, hints, standing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sqlalchemy import insert, select

from grader.domain.record import Attempt, HintUse, LearnerStanding, StoredSource
from grader.domain.result_form import grade_from_plain, grade_to_plain
from grader.domain.submission import Submission
from grader.domain.verdict import Verdict
from grader.store.database import Database, know_learner, storable
from grader.store.schema import ATTEMPT, HINT_USE
from grader.store.sources import keep_source, read_source

IS_ATTEMPT = ATTEMPT.c.verdict.in_([str(verdict) for verdict in Verdict if verdict.is_attempt])


class Attempts:
    """What `grade exercise`, `grade hint` and `grade progress` keep and read."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def record(self, attempt: Attempt, submission: Submission) -> int:
        """Keep an attempt and its source; durable when this returns the attempt's number."""
        with self._database.writing() as connection:
            know_learner(connection, attempt.learner)
            keep_source(connection, submission)
            row = {name: getattr(attempt, name) for name in Attempt.__dataclass_fields__}
            row |= {"file_name": storable(attempt.file_name), "result": grade_to_plain(attempt.result)}
            key = connection.execute(insert(ATTEMPT).values(**row)).inserted_primary_key
        return int(key[0]) if key else 0

    def of(self, learner: str, exercise_id: str | None = None) -> tuple[Attempt, ...]:
        """Return a learner's attempts, oldest first, at one exercise or at all.

        What earlier versions kept and is no attempt (`Verdict.is_attempt`) is passed over.
        """
        query = select(ATTEMPT).where(ATTEMPT.c.learner == learner, IS_ATTEMPT).order_by(ATTEMPT.c.id)
        if exercise_id is not None:
            query = query.where(ATTEMPT.c.exercise_id == exercise_id)
        with self._database.reading() as connection:
            return tuple(_attempt(row) for row in connection.execute(query).mappings())

    def standings(self, learner: str) -> tuple[LearnerStanding, ...]:
        """Return where the learner stands at each exercise that was tried, by exercise number."""
        names = (
            "exercise_id", "exercise_number", "verdict", "score", "max_score", "started_at", "submission_digest",
        )  # fmt: skip
        query = (
            select(*(ATTEMPT.c[name] for name in names))
            .where(ATTEMPT.c.learner == learner, IS_ATTEMPT)
            .order_by(ATTEMPT.c.exercise_number, ATTEMPT.c.id)
        )
        with self._database.reading() as connection:
            rows = [dict(row) for row in connection.execute(query).mappings()]
        return tuple(_standing(group) for group in _grouped(rows))

    def source(self, digest: str) -> StoredSource | None:
        """Return the source of that digest, None where there is none."""
        with self._database.reading() as connection:
            return read_source(connection, digest)

    def record_hint(self, hint: HintUse) -> None:
        """Keep that a hint was asked for."""
        with self._database.writing() as connection:
            know_learner(connection, hint.learner)
            connection.execute(insert(HINT_USE).values(**asdict(hint)))

    def hints(self, learner: str, exercise_id: str | None = None) -> tuple[HintUse, ...]:
        """Return the hints that a learner asked for, oldest first."""
        query = select(HINT_USE).where(HINT_USE.c.learner == learner).order_by(HINT_USE.c.id)
        if exercise_id is not None:
            query = query.where(HINT_USE.c.exercise_id == exercise_id)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings()
            return tuple(HintUse(r["learner"], r["exercise_id"], r["number"], r["used_at"]) for r in rows)


def _attempt(row: Any) -> Attempt:
    fields = {name: row[name] for name in Attempt.__dataclass_fields__}
    found = {"verdict": Verdict(row["verdict"]), "result": grade_from_plain(row["result"])}
    return Attempt(**fields | found)


def _grouped(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["exercise_id"], []).append(row)
    yield from groups.values()


def _standing(rows: list[dict[str, Any]]) -> LearnerStanding:
    last = rows[-1]
    accepted = [row["submission_digest"] for row in rows if row["verdict"] == Verdict.ACCEPTED]
    return LearnerStanding(
        exercise_id=last["exercise_id"],
        exercise_number=last["exercise_number"],
        attempts=len(rows),
        accepted=bool(accepted),
        best_score=max(row["score"] for row in rows),
        max_score=last["max_score"],
        last_verdict=Verdict(last["verdict"]),
        last_digest=last["submission_digest"],
        accepted_digest=accepted[-1] if accepted else "",
    )
