"""The pages in a real browser: no error, no request, tables that sort and filter, accessible, printable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.classbook.book import find_run
from grader.classbook.reading import RunReading
from grader.domain.text import Language
from grader.reports.report_format import Format
from grader.store.store import open_store
from grader.workflows.find_similar import find_similar
from grader.workflows.make_report import Reporter
from tests.browser.page import Browser
from tests.conftest import ROOT
from tests.reports.conftest import NOW, text_of
from tests.reports.made_class import make_class

SIZES = [10, 1000, pytest.param(10_000, marks=pytest.mark.slow)]
ROWS = "return [...document.querySelectorAll('#%s tbody tr')].map(r => [...r.cells].map(c => c.firstChild ? c.firstChild.textContent : ''))"
COUNT = "return document.querySelector('[data-for=%s] [data-part=count]').textContent"
CHIP = "document.querySelector('button[data-signal]')"
PRESS = "document.querySelectorAll('#%s thead button')[%d].click()"
TYPE = """const field = document.querySelector('[data-for=%s] [data-part=filter]');
field.value = arguments[0]; field.dispatchEvent(new Event('input'))"""


class Made:
    """A class of one size with its pages in both languages, written once."""

    def __init__(self, folder: Path, people: int) -> None:
        url = f"sqlite:///{folder / 'scores.db'}"
        make_class(url, people)
        self.people = people
        self.pages: dict[Language, Path] = {}
        self.learner = folder / "learner.html"
        self.similar = folder / "similar.html"
        with open_store(url) as store:
            run = find_run(store, None)
            reporters = {
                language: Reporter(RunReading(store, ROOT, run, language, NOW)) for language in Language
            }
            for language, reporter in reporters.items():
                self.pages[language] = folder / f"class.{language}.html"
                self.pages[language].write_text(text_of(reporter.whole(Format.HTML).pieces), "utf-8")
            self.book = reporters[Language.EN].reading.book
            self.learner.write_text(
                text_of(reporters[Language.EN].of_learner(Format.HTML, "1007").pieces), "utf-8"
            )
            if people <= 10:
                from grader.reports.similar_page import similar_page

                names = {row.learner.key: row.learner.name for row in self.book.rows}
                found = find_similar(store, run, reporters[Language.EN].reading.exercises, names)
                self.similar.write_text(similar_page(found, Language.ZH), "utf-8")


@pytest.fixture(scope="module", params=SIZES, ids=str)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Made:
    """A class of each size; `browser` comes first, so that nothing is made where there is none."""
    return Made(tmp_path_factory.mktemp(f"class{request.param}"), request.param)


@pytest.mark.parametrize("language", list(Language), ids=str)
def test_the_page_opens_without_errors_and_asks_for_nothing(
    made: Made, browser: Browser, language: Language
) -> None:
    """The console stays empty and the file itself is the only thing that is loaded."""
    page = made.pages[language]
    browser.open(page)
    assert browser.ask(ROWS % "class")
    assert browser.console() == []
    asked = [address for address in browser.requests() if not address.startswith("data:,")]
    assert asked == [page.as_uri()]


@pytest.mark.parametrize("language", list(Language), ids=str)
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (400, False)])
def test_the_page_is_accessible(
    made: Made, browser: Browser, axe: str, language: Language, width: int, dark: bool
) -> None:
    """axe finds nothing, light and dark, wide and narrow, with everything unfolded."""
    browser.open(made.pages[language], width=width, dark=dark)
    browser.ask("for (const each of document.querySelectorAll('details')) each.open = true")
    assert browser.violations(axe) == []
    assert browser.ask("return document.documentElement.scrollWidth") <= width


def test_people_sort_by_every_column(made: Made, browser: Browser) -> None:
    """A press on a header sorts the whole class, another turns it round; missing scores come last either way."""
    browser.open(made.pages[Language.EN])
    totals = sorted((round(row.total, 2) for row in made.book.rows), reverse=True)
    browser.ask(PRESS % ("class", 2))
    shown = [float(row[2]) for row in browser.ask(ROWS % "class")]
    assert shown == totals[: len(shown)]
    assert (
        browser.ask("return document.querySelectorAll('#class th')[2].getAttribute('aria-sort')")
        == "descending"
    )
    browser.ask(PRESS % ("class", 2))
    shown = [float(row[2]) for row in browser.ask(ROWS % "class")]
    assert shown == totals[::-1][: len(shown)]
    browser.ask(PRESS % ("class", 3))
    first = [row[3] for row in browser.ask(ROWS % "class")]
    assert first[0] != "–"
    assert browser.ask("return document.querySelectorAll('#class th[aria-sort]').length") == 1


def test_people_are_filtered_by_name_and_by_reason(made: Made, browser: Browser) -> None:
    """The filter keeps whoever matches, also a name that looks like markup, and a chip keeps its reason."""
    browser.open(made.pages[Language.EN])
    browser.ask(TYPE % "class", "<script>")
    assert [row[0] for row in browser.ask(ROWS % "class")] == ["<script>alert(1)</script>"]
    assert f"chosen from {made.people}" in browser.ask(COUNT % "class")
    browser.ask(TYPE % "class", "李雷 1010")
    assert [row[0] for row in browser.ask(ROWS % "class")] == ["李雷"]
    browser.ask(TYPE % "class", "nobody at all")
    assert browser.ask(ROWS % "class") == []
    everybody = browser.ask(COUNT % "needs")
    word = browser.ask(f"return {CHIP}.textContent").rpartition(" · ")[0]
    browser.ask(f"{CHIP}.click()")
    assert browser.ask(f"return {CHIP}.getAttribute('aria-pressed')") == "true"
    rows = browser.ask(ROWS % "needs")
    assert rows
    assert all(word in row[2] for row in rows)
    browser.ask(f"{CHIP}.click()")
    assert browser.ask(COUNT % "needs") == everybody


def test_written_tables_sort_and_filter_too(made: Made, browser: Browser) -> None:
    """The table of misconceptions is sorted by a number and filtered by an id."""
    browser.open(made.pages[Language.ZH])
    browser.ask(PRESS % ("beliefs", 2))
    shown = [int(row[2]) for row in browser.ask(ROWS % "beliefs")]
    assert shown == sorted(shown, reverse=True)
    name = browser.ask(ROWS % "beliefs")[0][0]
    browser.ask(TYPE % "beliefs", name)
    assert name in [row[0] for row in browser.ask(ROWS % "beliefs")]
    browser.ask("document.querySelector(`#beliefs a[href$='${arguments[0]}']`).click()", f"m-{name}")
    assert browser.ask("return document.getElementById(`m-${arguments[0]}`).open", name)


def test_every_chart_has_a_title_and_a_description(made: Made, browser: Browser) -> None:
    """Each picture is an SVG whose title and description the browser finds; swatches are hidden from readers."""
    browser.open(made.pages[Language.EN])
    charts = browser.ask(
        """return [...document.querySelectorAll('svg:not([aria-hidden])')].map(s => [s.getAttribute('role'),
        ...s.getAttribute('aria-labelledby').split(' ').map(id => document.getElementById(id).textContent)])"""
    )
    assert len(charts) == (4 if made.people >= 20 else 3)
    assert all(role == "img" and title and description for role, title, description in charts)


def test_the_page_prints_everybody(made: Made, browser: Browser) -> None:
    """Before printing all rows are drawn and everything is unfolded, afterwards all is as it was."""
    browser.open(made.pages[Language.EN])
    rows, folded = (
        "return document.querySelectorAll('#class tbody tr').length",
        "return document.querySelectorAll('details:not([open])').length",
    )
    before = browser.ask(rows), browser.ask(folded)
    browser.ask("dispatchEvent(new Event('beforeprint'))")
    assert (browser.ask(rows), browser.ask(folded)) == (made.people, 0)
    browser.ask("dispatchEvent(new Event('afterprint'))")
    assert (browser.ask(rows), browser.ask(folded)) == before


@pytest.mark.parametrize("made", [10], indirect=True)  # the driver gives a PDF ten seconds
def test_a_printed_page_is_a_document(made: Made, browser: Browser) -> None:
    """A small class prints to a PDF of several pages."""
    browser.open(made.pages[Language.EN])
    body = browser.printed()
    assert body.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", body)) >= 3


def test_a_learners_page_and_the_similar_ones_are_accessible(made: Made, browser: Browser, axe: str) -> None:
    """The other pages open without errors or requests, and axe finds nothing."""
    pages = [made.learner, *([made.similar] if made.similar.exists() else [])]
    for page in pages:
        for dark in (False, True):
            browser.open(page, width=400, dark=dark)
            browser.ask("for (const each of document.querySelectorAll('details')) each.open = true")
            assert browser.console() == []
            assert [each for each in browser.requests() if not each.startswith("data:,")] == [page.as_uri()]
            assert browser.violations(axe) == []
            assert browser.ask("return document.documentElement.scrollWidth") <= 400
