"""Pseudonyms are stable, unique, secret, and nothing of a person stands beside them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classbook.book import find_run, names_of
from grader.classbook.reading import RunReading
from grader.domain.errors import UsageError
from grader.domain.run_settings import RunSettings
from grader.domain.text import Language
from grader.reports.pseudonyms import pseudonyms
from grader.reports.report_format import Format
from grader.store.store import open_store
from grader.workflows.fill_grades import fill_grades
from grader.workflows.make_report import Reporter
from tests.conftest import ROOT
from tests.reports.conftest import NOW, text_of
from tests.reports.made_class import AWKWARD_NAMES, make_class

FORMS = (Format.HTML, Format.CSV, Format.CSV_LONG, Format.JSON, Format.MARKDOWN, Format.JUNIT)


def test_a_pseudonym_depends_on_secret_and_key_alone() -> None:
    """The same key has the same pseudonym among other people, another one under another secret."""
    few, many = pseudonyms(b"s", ["7", "8"]), pseudonyms(b"s", map(str, range(3000)))
    assert few["7"] == many["7"]
    assert pseudonyms(b"t", ["7"]) != pseudonyms(b"s", ["7"])
    assert len(set(many.values())) == 3000


def test_pseudonyms_that_meet_grow_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two keys whose first letters agree are told apart by more letters."""
    letters = {"a": "AAAAAAAB", "b": "AAAAAAAC", "c": "BBBBBBBB"}
    monkeypatch.setattr("grader.reports.pseudonyms._letters", lambda secret, key: letters[key])
    assert pseudonyms(b"s", letters) == {"a": "P-AAAAAAAB", "b": "P-AAAAAAAC", "c": "P-BBBBBB"}


@pytest.fixture(scope="module")
def nameless(tmp_path_factory: pytest.TempPathFactory) -> Reporter:
    """An anonymous reporter of a class of twelve."""
    url = f"sqlite:///{tmp_path_factory.mktemp('nameless') / 'scores.db'}"
    make_class(url, 12)
    store = open_store(url)
    return Reporter(RunReading(store, ROOT, find_run(store, None), Language.EN, NOW, nameless=True))


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_an_anonymous_report_names_nobody(nameless: Reporter, form: Format) -> None:
    """No key, name, address, path or reason of staff is in it, and everybody is there under a pseudonym."""
    text = text_of(nameless.whole(form).pieces)
    people = nameless.reading.real_book.rows
    for row in people:
        assert row.learner.email not in text
        assert f'"{row.learner.key}"' not in text
        assert f",{row.learner.key}," not in text
    for name in (*AWKWARD_NAMES, "oral exam", "/class/"):
        assert name not in text
    assert all(row.learner.key in text for row in nameless.reading.book.rows)


def test_the_order_of_an_anonymous_report_tells_nothing(nameless: Reporter) -> None:
    """People stand in the order of their pseudonyms, not of their keys."""
    shown = [row.learner.key for row in nameless.reading.book.rows]
    assert shown == sorted(shown)
    assert nameless.reading.pseudonyms is not None
    assert shown != [nameless.reading.pseudonyms[row.learner.key] for row in nameless.reading.real_book.rows]


def test_pseudonyms_stay_over_reports_and_runs_of_one_class(nameless: Reporter) -> None:
    """A later run of the same label has the same pseudonyms; another class has others."""
    store, run = nameless.reading.store, nameless.reading.run
    first = names_of(store, run, ["1001", "1002"])
    assert names_of(store, run, ["1002"])["1002"] == first["1002"]
    later = replace(run, id="later-run", settings=RunSettings())
    store.classes.begin_or_join_run(later, after=run.id)
    assert names_of(store, later, ["1001"])["1001"] == first["1001"]
    other = replace(run, id="other-run", label="/elsewhere", settings=RunSettings())
    store.classes.begin_or_join_run(other, after=None)
    assert names_of(store, other, ["1001"])["1001"] != first["1001"]


def test_platforms_cannot_have_pseudonyms(nameless: Reporter, tmp_path: Path) -> None:
    """A grade file finds people by their ids, so that an anonymous one is refused."""
    with pytest.raises(UsageError, match="ids"):
        nameless.whole(Format.CANVAS)
    with pytest.raises(UsageError, match="ids"):
        fill_grades(nameless.reading, Format.CANVAS, tmp_path / "x.csv", {}, None)
