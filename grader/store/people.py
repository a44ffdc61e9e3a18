"""All that is kept of one person: to hand out, or to forget."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, exists, select

from grader.domain.errors import GraderError
from grader.store.database import Database
from grader.store.schema import (
    ATTEMPT,
    CARD,
    CLASS_RESULT,
    EXTENSION,
    HINT_USE,
    LEARNER,
    OVERRIDE,
    QUIZ_ANSWER,
    QUIZ_SESSION,
    REVIEW,
    SOURCE,
)
from grader.store.sources import read_source

EXPORT_SCHEMA = "addnorm.person/1"
_OWN = (ATTEMPT, HINT_USE, CLASS_RESULT, OVERRIDE, EXTENSION, QUIZ_SESSION, CARD, REVIEW)


class People:
    """One person's data, whole."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def export(self, learner: str) -> dict[str, object]:
        """Return everything kept of a person as JSON-ready data. Raises KeyError for somebody unknown."""
        with self._database.reading() as connection:
            return _export(connection, learner)

    def forget(self, learner: str) -> dict[str, object]:
        """Delete all of a person and return it as `export` would. Raises KeyError for somebody unknown.

        A source that others handed in as well stays theirs. SQLite overwrites what it deletes.
        """
        with self._database.writing() as connection:
            self._database.overwrite_deleted(connection)
            content = _export(connection, learner)
            digests = set(_digests(connection, learner))
            connection.execute(delete(LEARNER).where(LEARNER.c.key == learner))
            for digest in digests:
                in_use = [exists().where(t.c.submission_digest == digest) for t in (ATTEMPT, CLASS_RESULT)]
                connection.execute(delete(SOURCE).where(SOURCE.c.digest == digest, ~in_use[0], ~in_use[1]))
        self._database.empty_log()
        return content


def _export(connection: Connection, learner: str) -> dict[str, object]:
    person = connection.execute(select(LEARNER).where(LEARNER.c.key == learner)).mappings().first()
    if person is None:
        raise KeyError(learner)
    content: dict[str, object] = {"schema": EXPORT_SCHEMA, "learner": dict(person)}
    for table in _OWN:
        rows = connection.execute(_ordered(table).where(table.c.learner == learner)).mappings()
        content[table.name] = [_plain(row) for row in rows]
    sessions = select(QUIZ_SESSION.c.id).where(QUIZ_SESSION.c.learner == learner)
    answers = connection.execute(_ordered(QUIZ_ANSWER).where(QUIZ_ANSWER.c.session.in_(sessions))).mappings()
    content["quiz_answer"] = [_plain(row) for row in answers]
    content["source"] = [_source(connection, digest) for digest in sorted(set(_digests(connection, learner)))]
    return content


def _ordered(table: Table) -> Any:
    return select(table).order_by(*table.primary_key.columns)


def _digests(connection: Connection, learner: str) -> Iterator[str]:
    for table in (ATTEMPT, CLASS_RESULT):
        column = table.c.submission_digest
        query = select(column).where(table.c.learner == learner, column.is_not(None)).distinct()
        yield from connection.execute(query).scalars()


def _source(connection: Connection, digest: str) -> dict[str, object]:
    stored = read_source(connection, digest)
    if stored is None:
        raise GraderError(f"source {digest} is gone although a foreign key holds it")
    try:
        return {"digest": digest, "kind": stored.kind.value, "text": stored.source.decode("utf-8")}
    except UnicodeDecodeError:
        body = base64.b64encode(stored.source).decode("ascii")
        return {"digest": digest, "kind": stored.kind.value, "base64": body}


def _plain(row: Any) -> dict[str, object]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
        if name != "learner"
    }
