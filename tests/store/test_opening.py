"""Opening a database: its place, its tables, and what is none."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from grader.domain.errors import UsageError
from grader.store.database import Database
from grader.store.location import database_url
from grader.store.migrate import alembic_config
from grader.store.schema import HEAD_REVISION, METADATA
from grader.store.store import open_store
from tests.store.samples import SUBMISSION, attempt


def test_option_comes_before_variable_before_folder(tmp_path: Path) -> None:
    """`--db` wins over GRADE_DB, which wins over the user's data folder."""
    assert database_url("/a/x.db", {"GRADE_DB": "/b/y.db"}) == "sqlite:////a/x.db"
    assert database_url(None, {"GRADE_DB": "/b/y.db"}) == "sqlite:////b/y.db"
    assert database_url(None, {}, tmp_path) == f"sqlite:///{tmp_path}/scores.db"
    assert database_url(None, {}).endswith("addnorm/scores.db")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgres_urls_use_the_one_driver(scheme: str) -> None:
    """However PostgreSQL is spelt, psycopg 3 is meant."""
    assert database_url(f"{scheme}://u:p@h/d", {}) == "postgresql+psycopg://u:p@h/d"


def test_other_databases_are_refused() -> None:
    """A URL of another database is a usage error that names what there is."""
    with pytest.raises(UsageError, match="mysql") as caught:
        database_url("mysql://h/d", {})
    assert "sqlite" in caught.value.hint.en


def test_tables_are_those_of_the_code(url: str) -> None:
    """After migrating, the database's tables and those that the code declares differ in nothing."""
    open_store(url).close()
    database = Database(url)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    database.close()


def test_head_revision_is_the_newest_migration() -> None:
    """The revision that the code asks for is the last one that the migrations reach."""
    assert ScriptDirectory.from_config(alembic_config()).get_current_head() == HEAD_REVISION


def _open(url: str) -> None:
    open_store(url).close()


def test_several_processes_may_create_the_tables_at_once(url: str) -> None:
    """Four processes that open the same empty database find one set of tables."""
    spawn = multiprocessing.get_context("spawn")
    openers = [spawn.Process(target=_open, args=(url,)) for _ in range(4)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join(120)
    assert [opener.exitcode for opener in openers] == [0, 0, 0, 0]


def test_newer_schema_is_refused_and_untouched(url: str) -> None:
    """A database of a newer grader is told as such."""
    open_store(url).close()
    database = Database(url)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(UsageError, match="9999") as caught:
        open_store(url)
    assert "newer" in caught.value.hint.en


def test_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """A file of another kind is a usage error and keeps its content."""
    path = tmp_path / "notes.txt"
    path.write_text("no database, only notes\n" * 100)
    with pytest.raises(UsageError, match=r"notes\.txt"):
        open_store(f"sqlite:///{path}")
    assert path.read_text() == "no database, only notes\n" * 100


def test_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """A place that cannot hold a file is a usage error."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="file"):
        open_store(f"sqlite:///{tmp_path / 'file' / 'scores.db'}")
    with pytest.raises(UsageError):
        open_store(f"sqlite:///{tmp_path}")


def test_unreachable_server_is_refused_without_its_password() -> None:
    """A PostgreSQL that does not answer is a usage error that keeps the password to itself."""
    with pytest.raises(UsageError) as caught:
        open_store("postgresql+psycopg://me:s3cret@127.0.0.1:1/d?connect_timeout=2")
    assert "127.0.0.1" in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_folder_of_scores_is_private(tmp_path: Path) -> None:
    """A folder made for scores is closed to others."""
    open_store(f"sqlite:///{tmp_path / 'new' / 'scores.db'}").close()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_sqlite_is_set_up_for_durability(tmp_path: Path) -> None:
    """Write-ahead log, full synchronisation, foreign keys and a busy timeout are on."""
    database = Database(f"sqlite:///{tmp_path / 'scores.db'}")
    with database.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}


_HOLDER = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
time.sleep(0.5)
connection.execute("COMMIT")
"""


def test_writer_waits_for_another(tmp_path: Path) -> None:
    """A second writer waits for the first to end instead of failing."""
    path = tmp_path / "scores.db"
    store = open_store(f"sqlite:///{path}")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            _HOLDER,
            str(path),
        ],
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    store.attempts.record(attempt(), SUBMISSION)
    holder.stdout.close()
    assert holder.wait() == 0
    assert len(store.attempts.of("me")) == 1
    store.close()


def test_foreign_keys_hold(tmp_path: Path) -> None:
    """A result of a run that does not exist cannot be kept."""
    open_store(f"sqlite:///{tmp_path / 'scores.db'}").close()
    connection = sqlite3.connect(tmp_path / "scores.db")
    connection.execute("PRAGMA foreign_keys=ON")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(
            "INSERT INTO hint_use (learner, exercise_id, number, used_at) VALUES ('x', 'e', 1, 'now')"
        )
    connection.close()


@pytest.mark.parametrize(
    ("module", "allowed"), [("grader.store", ()), ("grader.store.store", ("sqlalchemy",))]
)
def test_importing_costs_no_torch_and_no_alembic(module: str, allowed: tuple[str, ...], root: Path) -> None:
    """The package itself imports nothing dear; its store brings SQLAlchemy's core only."""
    dear = ["torch", "alembic", "sqlalchemy", "sqlalchemy.orm", "psycopg"]
    code = f"import sys, {module}; print([name for name in {dear} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.strip() == str(list(allowed))


def test_reopening_imports_no_alembic(tmp_path: Path, root: Path) -> None:
    """A database that is up to date is opened without Alembic."""
    url = f"sqlite:///{tmp_path / 'scores.db'}"
    open_store(url).close()
    code = (
        f"import sys, grader.store.store as s; s.open_store({url!r}).close(); print('alembic' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.strip() == "False"
