"""The attempt that counts is the one that every report shows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from grader.classbook.book import find_run
from grader.classbook.reading import RunReading
from grader.classbook.results import as_counted
from grader.domain.policy import Counts, Policy
from grader.domain.record import ClassResult
from grader.domain.result import CheckResult, GradeResult
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import EarlierAttempt, StoredResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Language, Text
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.reports.report_format import Format
from grader.store.store import Store, open_store
from grader.workflows.make_report import Reporter
from tests.conftest import ROOT
from tests.reports.conftest import text_of
from tests.store.landed import FIRST_RUN, landed_url
from tests.store.samples import GRADE, NOON, class_result, class_run, later

EX = "ex03_feed_forward"
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def grade(score: float, verdict: Verdict) -> GradeResult:
    """A result whose one check tells which attempt it is."""
    passed = verdict is Verdict.ACCEPTED
    check = CheckResult(
        f"check_{score:g}", Tier.CORE, Visibility.PUBLIC, Verdict.ACCEPTED if passed else Verdict.WRONG_ANSWER,
        score, 10.0, Text(f"Attempt with {score:g}", f"得 {score:g} 的一次"),
    )  # fmt: skip
    return replace(GRADE, score=score, verdict=verdict, checks=(check,), diagnoses=())


def hand_in(store: Store, run: str, learner: str, *attempts: tuple[float, Verdict]) -> None:
    """Hand in one attempt after the other, a source each."""
    for minute, (score, verdict) in enumerate(attempts):
        source = Submission("a.py", SourceKind.PYTHON, f"{learner} {minute}".encode())
        row = class_result(
            learner=learner, score=score, verdict=verdict, submission_digest=source.digest, late=False,
            result=StoredResult(grade(score, verdict)), file_name=f"{learner}{minute}.py", submitted_at=later(minute),
        )  # fmt: skip
        store.classes.record_results(run, [(row, source)])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Four people under "best": better before, better at last, a fault of ours last, and a fault of ours alone."""
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as opened:
        settings = RunSettings(Policy(counts=Counts.BEST), ("fell", "rose", "open", "lost"))
        opened.classes.begin_or_join_run(class_run(settings=settings, exercises=(3,)), after=None)
        right, wrong, ours = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.INTERNAL_ERROR
        hand_in(opened, "run-1", "fell", (10.0, right), (7.22, wrong))
        hand_in(opened, "run-1", "rose", (4.0, wrong), (10.0, right))
        hand_in(opened, "run-1", "open", (6.0, wrong), (0.0, ours))
        hand_in(opened, "run-1", "lost", (0.0, ours))
        yield opened


@pytest.fixture
def reporter(store: Store) -> Reporter:
    """Makes reports of that run."""
    return Reporter(RunReading(store, ROOT, find_run(store, None), Language.EN, NOW))


def table(reporter: Reporter, form: Format) -> dict[str, dict[str, str]]:
    """The rows of a CSV report by learner."""
    text = text_of(reporter.whole(form).pieces).lstrip("\ufeff")
    return {row["learner"]: row for row in csv.DictReader(io.StringIO(text))}


def test_status_and_mark_are_those_of_the_attempt_that_counts(reporter: Reporter) -> None:
    """A row never joins one attempt's mark with another's status, and says which hand-in is the newest."""
    rows = table(reporter, Format.CSV)
    shown = {key: (row[EX], row[f"{EX} raw"], row[f"{EX} status"]) for key, row in rows.items()}
    assert shown == {
        "fell": ("10", "10", "accepted"),
        "rose": ("10", "10", "accepted"),
        "open": ("6", "6", "wrong_answer"),
        "lost": ("", "", "internal_error"),
    }
    assert "the newest: wrong_answer 7.22" in rows["fell"][f"{EX} remark"]
    assert "open" in rows["open"][f"{EX} remark"]
    assert rows["rose"][f"{EX} remark"] == ""


def test_the_checks_are_those_of_the_attempt_that_counts(reporter: Reporter) -> None:
    """Tables by check, JSON and JUnit show what earned the mark."""
    assert table(reporter, Format.CSV_LONG)["fell"]["check"] == "check_10"
    found: Any = json.loads(text_of(reporter.whole(Format.JSON).pieces))
    people = {each["key"]: each["exercises"][0] for each in found["learners"]}
    assert [check["name"] for check in people["fell"]["checks"]] == ["check_10"]
    assert people["fell"]["verdict"] == "accepted"
    assert [check["name"] for check in people["open"]["checks"]] == ["check_6"]
    junit = text_of(reporter.whole(Format.JUNIT).pieces)
    assert "check_10" in junit
    assert "check_7.22" not in junit


def test_accepted_is_counted_over_the_attempts_that_count(reporter: Reporter) -> None:
    """Of four people two are accepted, though the newest hand-in of one of them is wrong."""
    (exercise,) = reporter.reading.report.figures
    assert (exercise.accepted, exercise.handed_in) == (2, 4)


def test_a_learners_page_says_which_attempt_counts(reporter: Reporter) -> None:
    """Verdict, mark and checks are of one attempt; the newest one is named beside it."""
    page = text_of(reporter.of_learner(Format.HTML, "fell").pieces)
    assert "Attempt with 10" in page
    assert "wrong answer, 7.22 points" in page
    assert "Attempt with 7.22" not in page
    platform: Any = json.loads(text_of(reporter.of_learner(Format.GRADESCOPE, "fell").pieces))
    assert platform["score"] == 10.0


@pytest.mark.parametrize("form", [Format.HTML, Format.MARKDOWN, Format.JSON])
def test_what_is_open_is_listed_for_the_instructor(reporter: Reporter, form: Format) -> None:
    """Who waits for us is named, also where an earlier hand-in counts meanwhile, and nobody else is."""
    text = text_of(reporter.whole(form).pieces)
    if form is Format.JSON:
        assert json.loads(text)["open"] == [
            {"learner": "lost", "exercises": [3]}, {"learner": "open", "exercises": [3]},
        ]  # fmt: skip
        return
    assert "2 submissions could not be judged" in text
    assert "lost: exercise 3; open: exercise 3" in text.replace("\\", "")


def test_what_is_open_raises_no_percentage(reporter: Reporter) -> None:
    """It stays among the points that can be had."""
    totals = {row.learner.key: (row.total, row.max_total) for row in reporter.reading.book.rows}
    assert totals == {"fell": (10.0, 10.0), "rose": (10.0, 10.0), "open": (6.0, 10.0), "lost": (0.0, 10.0)}


@pytest.mark.parametrize("form", [*(f for f in Format if f not in ("gradescope", "classroom50"))], ids=str)
def test_a_landed_run_is_reported_in_every_form(tmp_path: Path, form: Format) -> None:
    """What the first version graded is still reported; an old best attempt counts with its verdict."""
    with open_store(landed_url(tmp_path)) as store:
        reporter = Reporter(RunReading(store, ROOT, find_run(store, FIRST_RUN), Language.ZH, NOW))
        pieces = [
            piece if isinstance(piece, bytes) else piece.encode("utf-8", "replace")
            for piece in reporter.whole(form).pieces
        ]
        assert b"".join(pieces)
        zoe = next(row for row in reporter.reading.book.rows if row.learner.key == "zoe")
    assert (zoe.scores[0].verdict, zoe.total) == (Verdict.ACCEPTED, 10.0)


def test_an_old_attempt_has_verdict_and_score_alone() -> None:
    """What the first version kept of an attempt is shown without checks that are another attempt's."""
    newest: ClassResult = class_result(
        score=7.0, verdict=Verdict.WRONG_ANSWER, result=StoredResult(grade(7.0, Verdict.WRONG_ANSWER)),
        attempts=(EarlierAttempt(10.0, Verdict.ACCEPTED, "d", NOON),),
    )  # fmt: skip
    shown = as_counted(newest, 0)
    assert (shown.verdict, shown.score, shown.result.grade.verdict) == (
        Verdict.ACCEPTED,
        10.0,
        Verdict.ACCEPTED,
    )
    assert shown.result.grade.checks == shown.result.grade.diagnoses == ()
    assert as_counted(newest, 1) is newest
    assert as_counted(newest, None) is newest
