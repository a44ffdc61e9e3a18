"""One database: its engine, its transactions, its errors in our words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from grader.domain.errors import GraderError, UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.store.schema import LEARNER

BUSY_TIMEOUT_SECONDS = 30
_WRITING = "addnorm_writing"


class StoreError(GraderError):
    """The database failed while it was in use; nothing that was told as kept is lost."""


class Database:
    """Transactions on one engine; a forked child opens its own, for connections do not survive a fork."""

    def __init__(self, url: str) -> None:
        """Make ready for the database at `url`, not yet connected; raises UsageError if it cannot be."""
        self._url = _parse(url)
        self.engine = _engine(self._url)

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        if self._url.drivername.startswith("sqlite") and self._url.database:
            return self._url.database
        return self._url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database and changes nothing."""
        with self._translated(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection whose changes are durable when the block ends, all or none."""
        with self._translated(), self.engine.connect() as connection:
            connection.execution_options(**{_WRITING: True})
            with connection.begin():
                yield connection

    def overwrite_deleted(self, connection: Connection) -> None:
        """Have what this connection deletes overwritten in the file; other databases care for that themselves."""
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")

    def empty_log(self) -> None:
        """Bring SQLite's log, which holds former pages, into the file, unless others are at work on it."""
        if self.engine.dialect.name == "sqlite":
            raw = self.engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
            finally:
                raw.close()

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise StoreError(f"{self.name}: {error.orig}") from error
        except SQLAlchemyError as error:
            raise StoreError(f"{self.name}: {error}") from error


def upsert(
    connection: Connection, table: Table, row: Mapping[str, Any], key: tuple[str, ...], replace: bool = True
) -> None:
    """Insert the row, or where its key is taken replace the other columns (or keep what is there)."""
    columns = [column for column in row if column not in key]
    insert = _insert(connection)(table).values(**row)
    if replace and columns:
        statement = insert.on_conflict_do_update(
            index_elements=list(key), set_={column: insert.excluded[column] for column in columns}
        )
    else:
        statement = insert.on_conflict_do_nothing(index_elements=list(key))
    connection.execute(statement)


def _insert(connection: Connection) -> Callable[[Table], Any]:
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert
    from sqlalchemy.dialects import sqlite

    return sqlite.insert


def lock_name(connection: Connection, name: str) -> None:
    """Let only one writing transaction at a time hold this name; SQLite has one writer anyhow."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})


def know_learner(connection: Connection, key: str) -> None:
    """Make sure that there is a row for this learner, to which others may point."""
    upsert(connection, LEARNER, {"key": key, "name": "", "section": "", "email": ""}, ("key",), replace=False)


def storable(given: str) -> str:
    """Return the text without what a database cannot keep: zero characters and lone surrogates."""
    return given.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _parse(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError as error:
        raise UsageError(
            Text(f"{url!r} is no database URL", f"{url!r} 不是数据库 URL"),
            Text("give a file, or postgresql://HOST/NAME", "请给出一个文件，或 postgresql://HOST/NAME"),
        ) from error


def _engine(url: URL) -> Engine:
    if url.drivername.startswith("sqlite"):
        return _sqlite_engine(url)
    try:
        return create_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise UsageError(
            Text(
                f"{url.get_backend_name()} needs the package {error.name}",
                f"{url.get_backend_name()} 需要安装 {error.name} 包",
            ),
            Text('pip install "addnorm[postgres]"', 'pip install "addnorm[postgres]"'),
        ) from error


def _sqlite_engine(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        folder = Path(url.database).parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            why = system_reason(error)
            raise UsageError(
                Text(
                    f"scores cannot be kept in {folder}: {why.en}",
                    f"无法在 {folder} 中保存成绩：{why.zh}",
                ),
                Text("name another file with --db", "请用 --db 指定另一个文件"),
            ) from error
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guesses
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes its lock at once: one that upgrades later may find the database changed and fail.
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine
