"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create every table, those that others point to first."""
    _create_class_run()
    _create_learner()
    _create_source()
    _create_attempt()
    _create_card()
    _create_class_result()
    _create_extension()
    _create_hint_use()
    _create_override()
    _create_quiz_session()
    _create_review()
    _create_quiz_answer()


def _create_class_run() -> None:
    op.create_table(
        "class_run",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("course_digest", sa.Text(), nullable=False),
        sa.Column("grader_version", sa.Text(), nullable=False),
        sa.Column("exercises", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_class_run"),
    )
    op.create_index("ix_class_run_label", "class_run", ["label"], unique=False)


def _create_learner() -> None:
    op.create_table(
        "learner",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_learner"),
    )


def _create_source() -> None:
    op.create_table(
        "source",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_source"),
    )


def _create_attempt() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("exercise_number", sa.Integer(), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("submission_digest", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("course_digest", sa.Text(), nullable=False),
        sa.Column("grader_version", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("max_score", sa.Float(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["learner"], ["learner.key"], name="fk_attempt_learner", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["submission_digest"], ["source.digest"], name="fk_attempt_submission_digest"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_attempt"),
    )
    op.create_index("ix_attempt_learner", "attempt", ["learner", "exercise_id"], unique=False)


def _create_card() -> None:
    op.create_table(
        "card",
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("stability", sa.Float(), nullable=True),
        sa.Column("difficulty", sa.Float(), nullable=True),
        sa.Column("due", TIME, nullable=False),
        sa.Column("last_review", TIME, nullable=True),
        sa.ForeignKeyConstraint(["learner"], ["learner.key"], name="fk_card_learner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("learner", "card", name="pk_card"),
    )


def _create_class_result() -> None:
    op.create_table(
        "class_result",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("exercise_number", sa.Integer(), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("submission_digest", sa.Text(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("course_digest", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("max_score", sa.Float(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("graded_at", TIME, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("submitted_at", TIME, nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.key"], name="fk_class_result_learner", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["run"], ["class_run.id"], name="fk_class_result_run", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["submission_digest"], ["source.digest"], name="fk_class_result_submission_digest"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_class_result"),
        sa.UniqueConstraint("run", "learner", "exercise_id", name="uq_class_result_run"),
    )
    op.create_index("ix_class_result_learner", "class_result", ["learner"], unique=False)


def _create_extension() -> None:
    op.create_table(
        "extension",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=True),
        sa.Column("until", TIME, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.key"], name="fk_extension_learner", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_extension"),
    )
    op.create_index("ix_extension_learner", "extension", ["learner"], unique=False)


def _create_hint_use() -> None:
    op.create_table(
        "hint_use",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("used_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["learner"], ["learner.key"], name="fk_hint_use_learner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_hint_use"),
    )
    op.create_index("ix_hint_use_learner", "hint_use", ["learner"], unique=False)


def _create_override() -> None:
    op.create_table(
        "override",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["learner"], ["learner.key"], name="fk_override_learner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_override"),
    )
    op.create_index("ix_override_learner", "override", ["learner"], unique=False)


def _create_quiz_session() -> None:
    op.create_table(
        "quiz_session",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("quiz", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("seeds", sa.JSON(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(
            ["learner"], ["learner.key"], name="fk_quiz_session_learner", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_quiz_session"),
    )
    op.create_index("ix_quiz_session_learner", "quiz_session", ["learner", "quiz"], unique=False)


def _create_review() -> None:
    op.create_table(
        "review",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("learner", sa.Text(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("reviewed_at", TIME, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["learner"], ["learner.key"], name="fk_review_learner", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_review"),
    )
    op.create_index("ix_review_learner", "review", ["learner"], unique=False)


def _create_quiz_answer() -> None:
    op.create_table(
        "quiz_answer",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("params", sa.JSON(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("fraction", sa.Float(), nullable=False),
        sa.Column("misconceptions", sa.JSON(), nullable=False),
        sa.Column("answered_at", TIME, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session"], ["quiz_session.id"], name="fk_quiz_answer_session", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_quiz_answer"),
    )
    op.create_index("ix_quiz_answer_session", "quiz_answer", ["session"], unique=False)
