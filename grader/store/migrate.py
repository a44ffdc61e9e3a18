"""Brings a database to this code's schema; one query tells whether there is anything to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.exc import DatabaseError

from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.store.database import Database, StoreError
from grader.store.schema import HEAD_REVISION

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

_LOCK = 0x41644E6F  # any number that no other program locks


def bring_up_to_date(database: Database) -> None:
    """Create or migrate the tables if they are not this code's; several processes may do so at once.

    Raises UsageError for what is no database, cannot be reached, or was written by a newer grader.
    """
    try:
        with database.reading() as connection:
            revision = _revision(connection)
    except StoreError as error:
        raise UsageError(
            Text(f"the scores cannot be opened: {error}", f"无法打开成绩数据库：{error}"),
            Text("name another database with --db", "请用 --db 指定另一个数据库"),
        ) from error
    if revision != HEAD_REVISION:
        _migrate(database)


def _revision(connection: Connection) -> str | None:
    select = text("SELECT version_num FROM alembic_version")
    try:
        return connection.execute(select).scalar()
    except DatabaseError:
        connection.rollback()
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(select).scalar()  # another process has made it in between


def _migrate(database: Database) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util.exc import CommandError

    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config = alembic_config()
        config.attributes["connection"] = connection
        revision = None
        if inspect(connection).has_table("alembic_version"):
            revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        try:
            if revision is not None:
                ScriptDirectory.from_config(config).get_revision(revision)
        except CommandError as error:
            raise UsageError(
                Text(
                    f"{database.name} has the schema {revision}, which this grader does not know",
                    f"{database.name} 的数据库结构是 {revision}，当前的评分程序不认识它",
                ),
                Text(
                    "it was written by a newer version: upgrade with pip install -U addnorm",
                    "它由更新的版本写成：请用 pip install -U addnorm 升级",
                ),
            ) from error
        command.upgrade(config, "head")


def alembic_config() -> Config:
    """Return Alembic's configuration for our migrations, which needs no alembic.ini."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
