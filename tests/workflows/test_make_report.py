"""Reports in every form say what could not be known, which of several files was graded, and why one was not."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from grader.classbook.book import find_run
from grader.classbook.reading import RunReading
from grader.domain.classroom import ChosenBy, FileChoice, IntakeFault, IntakeProblem
from grader.domain.policy import LateRule, Policy
from grader.domain.record import Learner
from grader.domain.run_settings import RunSettings
from grader.domain.stored_result import StoredResult
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.store.store import Store, open_store
from grader.workflows.make_report import Format, Reporter
from tests.conftest import ROOT
from tests.store.samples import GRADE, NOON, SUBMISSION, class_result, class_run, later

POLICY = Policy(due=NOON, late=LateRule(per_day=0.1))
CHOICE = FileChoice(("a/train.py",), ChosenBy.DEFINES)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A run in which a has no time and two files, b is marked late without a time, c is in time."""
    opened = open_store(f"sqlite:///{tmp_path / 's.db'}")
    settings = RunSettings(POLICY, ("a", "b", "c", "d"))
    opened.classes.begin_or_join_run(class_run(settings=settings, exercises=(3,)), after=None)
    opened.classes.put_learners(
        [Learner("a", "Ann"), Learner("b", "Bo"), Learner("c", "Cy"), Learner("d", "Di")]
    )
    ungraded = StoredResult(GRADE, IntakeProblem(IntakeFault.NO_SOURCE, "d/report.docx"))
    rows = [
        class_result(learner="a", score=8.0, submitted_at=None, late=False, file_name="a/model.py"),
        class_result(learner="b", score=8.0, submitted_at=None, late=True),
        class_result(learner="c", score=8.0, submitted_at=later(-5), late=False),
        class_result(learner="d", score=0.0, submitted_at=later(-5), late=False,
                     verdict=Verdict.INVALID_SUBMISSION, result=ungraded),
    ]  # fmt: skip
    rows[0] = replace(rows[0], choice=CHOICE)
    opened.classes.record_results("run-1", [(row, SUBMISSION) for row in rows])
    return opened


def made(store: Store, form: Format, language: Language = Language.EN, learner: str | None = None) -> bytes:
    """A report as bytes."""
    reporter = Reporter(RunReading(store, ROOT, find_run(store, None), language, NOON))
    found = reporter.whole(form) if learner is None else reporter.of_learner(form, learner)
    return b"".join(piece.encode() if isinstance(piece, str) else piece for piece in found.pieces)


def rows_of(body: bytes) -> dict[str, dict[str, str]]:
    """A CSV report by learner."""
    return {row["learner"]: row for row in csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline=""))}


@pytest.mark.parametrize("form", [Format.CSV, Format.CSV_LONG])
def test_tables(store: Store, form: Format) -> None:
    """The remark of a row tells both."""
    name = "ex03_feed_forward remark" if form is Format.CSV else "exercise_remark"
    rows = {key: row[name] for key, row in rows_of(made(store, form)).items()}
    assert rows["a"] == "no time known, late rule not applied; graded a/model.py, 1 other file not graded"
    assert rows["b"] == "late 1 day: -1; marked late, time not known"
    assert rows["c"] == ""
    assert rows["d"] == "cannot be graded: no .py or .ipynb file"


def test_json(store: Store) -> None:
    """The object of an exercise tells both, in words for machines."""
    whole = json.loads(made(store, Format.JSON))
    assert (whole["ungradable"], whole["label"]) == ({"no_source": 1}, "week3")
    found = {each["key"]: each["exercises"][0] for each in whole["learners"]}
    assert [found[key]["reason"] for key in "cd"] == [None, "no_source"]
    assert [found[key]["timing"] for key in "abc"] == ["unknown", "only_late", "known"]
    assert (found["a"]["file"], found["a"]["files_not_graded"], found["a"]["chosen_by"]) == (
        "a/model.py", ["a/train.py"], "defines",
    )  # fmt: skip


def test_workbook(store: Store) -> None:
    """The workbook tells both in its cells."""
    with ZipFile(io.BytesIO(made(store, Format.XLSX))) as book:
        text = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    assert "no time known, late rule not applied; graded a/model.py" in text
    assert "the late rule is not applied to them" in text
    assert "Cannot be graded: 1. Reasons: no .py or .ipynb file (1)." in text


def test_junit(store: Store) -> None:
    """A suite's properties tell both."""
    body = made(store, Format.JUNIT).decode()
    assert 'value="no time known, late rule not applied; graded a/model.py, 1 other file not graded"' in body


@pytest.mark.parametrize("form", [Format.MARKDOWN, Format.HTML])
@pytest.mark.parametrize("language", list(Language))
def test_pages_count_what_has_no_time(store: Store, form: Format, language: Language) -> None:
    """The class's page and its Markdown count the scores without a time and those with a mark alone."""
    body = made(store, form, language).decode().replace("\\", "")
    expected = {
        Language.EN: (
            "1 score has no known time of submission",
            "1 submission is marked late by the platform",
        ),
        Language.ZH: ("1 个成绩的提交时间未知", "1 份提交被平台标记为迟交", "没有 .py 或 .ipynb 文件（1）"),
    }
    for words in expected[language]:
        assert words in body


@pytest.mark.parametrize("language", list(Language))
def test_a_learners_page_tells_both(store: Store, language: Language) -> None:
    """Whoever has no time, or several files, reads it on the own page."""
    body = made(store, Format.HTML, language, "a").decode()
    expected = {
        Language.EN: (
            "no time known, late rule not applied",
            "graded a/model.py (defines what the exercise asks for)",
        ),
        Language.ZH: ("提交时间未知，未应用迟交规则", "评阅了 a/model.py（定义了题目要求的内容）"),
    }
    for words in expected[language]:
        assert words in body
    assert "late rule" not in made(store, Format.HTML, language, "c").decode()


def test_pseudonyms_hide_file_names(store: Store) -> None:
    """An anonymous report has no file names, which may hold names of people."""
    reporter = Reporter(RunReading(store, ROOT, find_run(store, None), Language.EN, NOON, nameless=True))
    body = "".join(map(str, reporter.whole(Format.CSV).pieces))
    assert "model.py" not in body
    assert "no time known" in body
