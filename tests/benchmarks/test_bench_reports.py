"""What reports of ten thousand people cost, beside a plain string rendering of the same rows."""

from __future__ import annotations

import gc
import io
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.classbook.book import find_run
from grader.classbook.reading import RunReading
from grader.domain.text import Language
from grader.reports.class_page import class_page
from grader.reports.csv_text import csv_text
from grader.reports.gradebook import GradeBook, remark, status
from grader.reports.score_tables import score_cell, wide_rows
from grader.reports.xlsx import workbook
from grader.store.store import open_store
from grader.workflows.make_report import Reporter
from tests.benchmarks.measure import GRADE, report, seconds
from tests.conftest import ROOT
from tests.reports.conftest import NOW
from tests.reports.made_class import make_class

pytestmark = pytest.mark.slow
PEOPLE, ROUNDS = 10_000, 5


@pytest.fixture(scope="module")
def reporter(tmp_path_factory: pytest.TempPathFactory) -> Reporter:
    """The reports of a class of ten thousand at six exercises."""
    url = f"sqlite:///{tmp_path_factory.mktemp('bench') / 'scores.db'}"
    make_class(url, PEOPLE)
    store = open_store(url)
    return Reporter(RunReading(store, ROOT, find_run(store, None), Language.EN, NOW))


@pytest.fixture(autouse=True)
def _without_collector() -> Iterator[None]:
    """`grade` runs without the collector, which would walk a million objects again and again."""
    gc.disable()
    yield
    gc.enable()


def plain_rendering(book: GradeBook) -> str:
    """The rows of the wide table by string formatting, unquoted and unguarded: what nothing can be faster than."""
    written = io.StringIO()
    for row in book.rows:
        person = row.learner
        written.write(f"{person.key},{person.name},{person.section},{person.email}")
        for score in row.scores:
            written.write(f",{score_cell(score)},{score.settled.raw},{status(score)},{remark(score)}")
        written.write(f",{row.total},{row.max_total}\n")
    return written.getvalue()


def medians(tasks: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Median CPU seconds of each task, all of them once a round, after one round that does not count."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(ROUNDS + 1):
        for name, task in tasks.items():
            begun = time.process_time()
            task()
            if number:
                taken[name].append(time.process_time() - begun)
    return {name: statistics.median(values) for name, values in taken.items()}


def test_rendering_ten_thousand_people(reporter: Reporter) -> None:
    """Print what each form costs once its data are there, and how large the class page is."""
    data, book = reporter.reading.report, reporter.reading.book
    found = medians(
        {
            "plain strings": lambda: plain_rendering(book),
            "CSV": lambda: csv_text(wide_rows(book)),
            "class page": lambda: class_page(data, Language.EN),
            "XLSX": lambda: workbook(data, Language.EN),
        }
    )
    report("reports of 10,000 people, CPU", found, "plain strings", "CSV 3 x, class page 6 x, XLSX 25 x")
    print(f"  the class page has {len(class_page(data, Language.EN).encode()) / 1e6:.2f} MB")


def test_whole_commands(reporter: Reporter, tmp_path: Path) -> None:
    """Print what `grade report` costs from its start to the file: CPU seconds of the whole process."""
    database = str(reporter.reading.store.name).removeprefix("sqlite:///")
    found = {"grade --help": _cpu_seconds(["--help"])}
    for form in ("csv", "canvas", "html", "xlsx"):
        target = tmp_path / f"report.{form}"
        found[f"grade report --format {form}"] = _cpu_seconds(
            ["report", "--db", database, "--format", form, "-o", str(target)]
        )
        assert target.stat().st_size > 100_000
    report("grade report, 10,000 people at six exercises, CPU", found, "grade --help", "none: seconds")


def _cpu_seconds(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds([GRADE, *arguments])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
