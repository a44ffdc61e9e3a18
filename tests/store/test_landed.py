"""A database of the first landed version opens as before, and keeps all that it held."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from sqlalchemy import MetaData, insert

from grader.domain.classroom import IntakeFault
from grader.domain.policy import Counts
from grader.domain.result_form import grade_to_plain
from grader.domain.verdict import Verdict
from grader.store.database import Database
from grader.store.migrate import alembic_config
from grader.store.store import open_store
from tests.store.landed import FIRST_RUN, SECOND_RUN, landed_url
from tests.store.samples import GRADE, NOON

EX03 = "ex03_feed_forward"


def test_results_of_a_landed_run_are_read_whole(tmp_path: Path) -> None:
    """Verdicts, scores, checks, diagnoses, and why a file could not be read are what the old version kept."""
    with open_store(landed_url(tmp_path)) as store:
        found = {result.learner: result for result in store.classes.results(SECOND_RUN)}
    assert {key: (each.verdict, each.score) for key, each in found.items()} == {
        "ana": (Verdict.INVALID_SUBMISSION, 0.0),
        "li": (Verdict.WRONG_ANSWER, 9.444444),
        "max": (Verdict.WRONG_ANSWER, 7.222222),
        "stub": (Verdict.NOT_ATTEMPTED, 0.0),
        "zoe": (Verdict.WRONG_ANSWER, 7.222222),
    }
    assert [each.misconception for each in found["max"].result.grade.diagnoses] == [
        "ffn-gelu-instead-of-relu"
    ]
    assert len(found["max"].result.grade.checks) == len(found["li"].result.grade.checks) == 18
    problem = found["ana"].result.intake
    assert problem is not None
    assert problem.kind is IntakeFault.NO_SOURCE


def test_an_earlier_attempt_of_a_landed_run_still_counts(tmp_path: Path) -> None:
    """What stood within a result stands in a column of its own, and nowhere twice."""
    url = landed_url(tmp_path)
    with open_store(url) as store:
        result = store.classes.result(FIRST_RUN, "zoe", EX03)
        scores = {each.learner: each for each in store.class_reading.scores(FIRST_RUN)}
    assert result is not None
    assert [(each.score, each.verdict) for each in result.attempts] == [(10.0, Verdict.ACCEPTED)]
    assert [each.score for each in scores["zoe"].attempts] == [10.0]
    assert scores["li"].attempts == ()
    connection = sqlite3.connect(tmp_path / "landed.db")
    (within,) = connection.execute(
        "SELECT count(*) FROM class_result WHERE result LIKE '%\"attempts\"%'"
    ).fetchone()
    connection.close()
    assert within == 0


def test_settings_and_decisions_of_a_landed_run_hold(tmp_path: Path) -> None:
    """Policy, people, pseudonyms, overrides and extensions are those that were given."""
    with open_store(landed_url(tmp_path)) as store:
        run = store.classes.newest_run()
        overrides, extensions = store.classes.overrides(), store.classes.extensions()
    assert run is not None
    settings = run.settings
    assert (run.id, settings.again_of) == (SECOND_RUN, FIRST_RUN)
    assert settings.people == ("ana", "li", "max", "stub", "zoe", "absent")
    assert settings.pseudonym_secret is not None
    assert settings.policy is not None
    assert settings.policy.counts is Counts.BEST
    assert settings.policy.due_of == {3: datetime(2026, 10, 8, 15, 59, tzinfo=UTC)}
    assert settings.policy.excused == {("stub", 3)}
    assert overrides["li", EX03].points == 6.5
    assert ("max", EX03) in extensions


def test_a_learners_own_past_is_read(tmp_path: Path) -> None:
    """Attempts, hints, quiz sessions and what they showed are there."""
    with open_store(landed_url(tmp_path)) as store:
        attempts = store.attempts.of("me")
        hints, sessions = store.attempts.hints("me"), store.quiz_memory.sessions("me")
        sightings = store.quiz_memory.sightings("max")
    assert [each.verdict for each in attempts] == [Verdict.ACCEPTED, Verdict.WRONG_ANSWER]
    assert [len(each.result.checks) for each in attempts] == [18, 18]
    assert (len(hints), len(sessions)) == (1, 1)
    assert {each.misconception for each in sightings} == {"ffn-gelu-instead-of-relu"}


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    """The migration runs once; a second opening finds the same."""
    url = landed_url(tmp_path)
    with open_store(url) as store:
        first = list(store.classes.results(SECOND_RUN))
    with open_store(url) as store:
        assert list(store.classes.results(SECOND_RUN)) == first


def test_attempts_move_in_databases_of_both_kinds(url: str) -> None:
    """From the first schema on, SQLite and PostgreSQL alike: also beside a zero character, which no query may look at."""
    database = Database(url)
    attempt = {"score": 9.0, "verdict": "accepted", "submission_digest": None, "submitted_at": None,
               "graded_at": NOON.isoformat(), "late": False}  # fmt: skip
    with database.writing() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        tables = MetaData()
        tables.reflect(connection, only=["learner", "class_run", "class_result"])
        connection.execute(insert(tables.tables["learner"]).values(key="a", name="", section="", email=""))
        run = {"id": "r", "label": "c", "seed": 1, "course_digest": "c", "grader_version": "0", "exercises": [3],
               "settings": {}, "started_at": NOON.replace(tzinfo=None)}  # fmt: skip
        connection.execute(insert(tables.tables["class_run"]).values(**run))
        plain = {**grade_to_plain(GRADE), "attempts": [attempt]}
        row = {"run": "r", "learner": "a", "exercise_number": 3, "exercise_id": EX03, "file_name": "f.py", "seed": 1,
               "course_digest": "c", "verdict": "wrong_answer", "score": 7.5, "max_score": 10.0, "result": plain,
               "graded_at": NOON.replace(tzinfo=None), "seconds": 0.1, "late": False}  # fmt: skip
        connection.execute(insert(tables.tables["class_result"]).values(**row))
    database.close()
    with open_store(url) as store:
        found = store.classes.result("r", "a", EX03)
    assert found is not None
    assert [(each.score, each.verdict) for each in found.attempts] == [(9.0, Verdict.ACCEPTED)]
    assert found.result.grade == GRADE
