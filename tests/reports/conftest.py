"""A class that was made once, and what reports are made of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.classbook.book import find_run
from grader.classbook.reading import RunReading
from grader.domain.text import Language
from grader.reports.class_report import ClassReport
from grader.store.store import Store, open_store
from grader.workflows.make_report import Reporter
from tests.conftest import ROOT
from tests.reports.made_class import make_class

NOW = datetime(2026, 10, 4, 9, 0, tzinfo=UTC)
PEOPLE = 60


@pytest.fixture(scope="session")
def made_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of a class of sixty."""
    url = f"sqlite:///{tmp_path_factory.mktemp('made') / 'scores.db'}"
    make_class(url, PEOPLE)
    return url


@pytest.fixture(scope="session")
def made_store(made_url: str) -> Iterator[Store]:
    """The store of that class, open, to be read only."""
    with open_store(made_url) as store:
        yield store


@pytest.fixture(scope="session")
def reporter(made_store: Store) -> Reporter:
    """Makes that class's reports in English."""
    return Reporter(RunReading(made_store, ROOT, find_run(made_store, None), Language.EN, NOW))


@pytest.fixture(scope="session")
def class_report(reporter: Reporter) -> ClassReport:
    """What the instructor's page is made of."""
    return reporter.reading.report


def text_of(pieces: object) -> str:
    """A report's pieces as one text."""
    return "".join(pieces)  # type: ignore[arg-type]


def write(path: Path, body: bytes) -> Path:
    """Write a file and return its path."""
    path.write_bytes(body)
    return path
