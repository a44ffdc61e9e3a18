"""The door to everything that is kept: `open_store` takes a URL, returning what works on it."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType

from grader.store.attempts import Attempts
from grader.store.class_reading import ClassReading
from grader.store.classes import Classes
from grader.store.database import Database
from grader.store.migrate import bring_up_to_date
from grader.store.people import People
from grader.store.quiz_memory import StoredQuizMemory


class Store:
    """One open database by its parts; a process opens its own and closes it, or uses it in a `with` block."""

    def __init__(self, database: Database) -> None:
        """Offer every part of this database."""
        self._database = database
        self.attempts = Attempts(database)
        self.classes = Classes(database)
        self.class_reading = ClassReading(database)
        self.quiz_memory = StoredQuizMemory(database)
        self.people = People(database)

    @property
    def name(self) -> str:
        """The database's file or URL, without a password."""
        return self._database.name

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def __enter__(self) -> Store:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()


def open_store(url: str) -> Store:
    """Open the database at `url` (`grader.store.location.database_url`), creating or migrating its tables.

    Raises UsageError for what is no database, cannot be reached, or was written by a newer grader.
    """
    database = Database(url)
    with ExitStack() as on_failure:
        on_failure.callback(database.close)
        bring_up_to_date(database)
        on_failure.pop_all()
    return Store(database)
