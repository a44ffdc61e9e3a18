"""The tables, as SQLAlchemy sees them; migrations/versions builds the same ones, which a test compares."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect

HEAD_REVISION = "0003"
"""The revision that this code speaks; the newest file in migrations/versions."""


class UtcTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC: SQLite has no time zones, so it keeps the naive UTC time."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; raises ValueError for a naive time, whose moment nobody knows."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone cannot be stored: {value}")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the stored moment, aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _learner(**options: Any) -> Column[str]:
    return Column("learner", Text, ForeignKey("learner.key", ondelete="CASCADE"), nullable=False, **options)


def _number() -> Column[int]:
    # SQLite counts by itself only an INTEGER primary key
    return Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)


METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

LEARNER = Table(
    "learner",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("section", Text, nullable=False),
    Column("email", Text, nullable=False),
)

SOURCE = Table(
    "source",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

ATTEMPT = Table(
    "attempt",
    METADATA,
    _number(),
    _learner(),
    Column("exercise_number", Integer, nullable=False),
    Column("exercise_id", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("submission_digest", Text, ForeignKey("source.digest"), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("course_digest", Text, nullable=False),
    Column("grader_version", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("max_score", Float, nullable=False),
    Column("result", JSON, nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("seconds", Float, nullable=False),
    Index("ix_attempt_learner", "learner", "exercise_id"),
)

HINT_USE = Table(
    "hint_use",
    METADATA,
    _number(),
    _learner(index=True),
    Column("exercise_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("used_at", UtcTime, nullable=False),
)

CLASS_RUN = Table(
    "class_run",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("label", Text, nullable=False, index=True),
    Column("seed", BigInteger, nullable=False),
    Column("course_digest", Text, nullable=False),
    Column("grader_version", Text, nullable=False),
    Column("exercises", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("finished_at", UtcTime),
)

CLASS_RESULT = Table(
    "class_result",
    METADATA,
    _number(),
    Column("run", Text, ForeignKey("class_run.id", ondelete="CASCADE"), nullable=False),
    _learner(index=True),
    Column("exercise_number", Integer, nullable=False),
    Column("exercise_id", Text, nullable=False),
    Column("file_name", Text, nullable=False),
    Column("submission_digest", Text, ForeignKey("source.digest")),
    Column("seed", BigInteger, nullable=False),
    Column("course_digest", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("max_score", Float, nullable=False),
    Column("result", JSON, nullable=False),
    Column("graded_at", UtcTime, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("submitted_at", UtcTime),
    Column("late", Boolean, nullable=False),
    Column("attempts", JSON(none_as_null=True)),
    Column("choice", JSON(none_as_null=True)),
    UniqueConstraint("run", "learner", "exercise_id"),
)

OVERRIDE = Table(
    "override",
    METADATA,
    _number(),
    _learner(index=True),
    Column("exercise_id", Text, nullable=False),
    Column("points", Float, nullable=False),
    Column("why", Text, nullable=False),
    Column("made_at", UtcTime, nullable=False),
)

EXTENSION = Table(
    "extension",
    METADATA,
    _number(),
    _learner(index=True),
    Column("exercise_id", Text),
    Column("until", UtcTime, nullable=False),
    Column("why", Text, nullable=False),
    Column("made_at", UtcTime, nullable=False),
)

QUIZ_SESSION = Table(
    "quiz_session",
    METADATA,
    Column("id", Text, primary_key=True),
    _learner(),
    Column("quiz", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("questions", JSON, nullable=False),
    Column("seeds", JSON, nullable=False),
    Column("started_at", UtcTime, nullable=False),
    Column("finished_at", UtcTime),
    Index("ix_quiz_session_learner", "learner", "quiz"),
)

QUIZ_ANSWER = Table(
    "quiz_answer",
    METADATA,
    _number(),
    Column("session", Text, ForeignKey("quiz_session.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("question", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("params", JSON, nullable=False),
    Column("answer", Text, nullable=False),
    Column("fraction", Float, nullable=False),
    Column("misconceptions", JSON, nullable=False),
    Column("answered_at", UtcTime, nullable=False),
    Column("seconds", Float, nullable=False),
)

CARD = Table(
    "card",
    METADATA,
    _learner(primary_key=True),
    Column("card", Text, primary_key=True),
    Column("phase", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Float),
    Column("difficulty", Float),
    Column("due", UtcTime, nullable=False),
    Column("last_review", UtcTime),
)

REVIEW = Table(
    "review",
    METADATA,
    _number(),
    _learner(index=True),
    Column("card", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("reviewed_at", UtcTime, nullable=False),
    Column("seconds", Float, nullable=False),
)
