"""The class page: its order, its numbers, and everything from outside escaped."""

from __future__ import annotations

import html.parser
import json
import re

import pytest

from grader.domain.policy import Basis
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.reports.class_page import class_page, outcome_counts
from grader.reports.class_report import ClassReport
from grader.reports.needing_help import Signal, people_in_need
from grader.reports.page import TEMPLATES, content_policy, data_island
from grader.store.store import Store
from tests.reports.made_class import AWKWARD_NAMES, BACKWARDS


class Outline(html.parser.HTMLParser):
    """What a page is made of: tags in order, ids, attributes that load something, the text of each h2."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.headings: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "action", "data") and value:
                self.loads.append(value)
            assert not name.startswith("on"), (tag, name)

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] == "h2" and data.strip():
            self.headings.append(data.strip())


@pytest.fixture(scope="module", params=list(Language), ids=str)
def page(request: pytest.FixtureRequest, class_report: ClassReport) -> str:
    """The page of the class of sixty in each language."""
    return class_page(class_report, request.param)


def island(page: str) -> dict[str, list[list[object]]]:
    """The page's data."""
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    return json.loads(match[1])  # type: ignore[no-any-return]


def test_the_questions_stand_in_an_instructors_order(class_report: ClassReport) -> None:
    """First who needs help, then misconceptions, then what works badly, then how the class stands."""
    outline = Outline(class_page(class_report, Language.EN))
    assert outline.headings == [
        "Who needs help?", "Which misconceptions are in the room?", "Which exercise or question works badly?",
        "How does the class stand?",
    ]  # fmt: skip


def test_the_page_loads_nothing(page: str) -> None:
    """Every address in the page leads within it; ids are unique; one script runs, by its digest."""
    outline = Outline(page)
    assert [each for each in outline.loads if not each.startswith(("#", "data:,"))] == []
    assert len(set(outline.ids)) == len(outline.ids)
    assert page.count("<script") == 2
    assert content_policy((TEMPLATES / "tables.js").read_text("utf-8")).replace("'", "&#39;") in page
    assert "url(" not in re.sub(r"url\(#", "", page)


def test_what_people_wrote_is_text(page: str) -> None:
    """Names, sources and reasons that look like HTML become neither elements nor the end of the island."""
    outline = Outline(page)
    assert outline.tags.count("img") == 0
    assert "alert(1)</script>" not in page
    names = {str(row[1]) for row in island(page)["people"]}
    assert set(AWKWARD_NAMES) <= names


def test_data_island_survives_anything() -> None:
    """No text in the data can end its element or open a comment, and all of it comes back."""
    texts = ["</script>", "<!--", "]]>", "&amp;", "\u2028\u2029", "李😀"]
    written = data_island(texts)
    assert not set("<>&\u2028") & set(written)
    assert json.loads(written) == texts


def test_the_tables_numbers_are_the_books(page: str, class_report: ClassReport) -> None:
    """Everybody is in the data once, with the totals and scores of the book and the words of each rule."""
    rows = island(page)["people"]
    book = class_report.book
    assert [(row[0], row[3]) for row in rows] == [(r.learner.key, round(r.total, 2)) for r in book.rows]
    by_key = {row[0]: row for row in rows}
    override = next(r for r in book.rows if any(s.settled.basis is Basis.OVERRIDDEN for s in r.scores))
    scores = by_key[override.learner.key][5]
    assert isinstance(scores, list)
    assert scores[0][:2] == [9, "overridden"]
    assert "oral exam" in scores[0][2]


def test_misconceptions_are_counted_by_people_over_code_and_quizzes(
    class_report: ClassReport, made_store: Store
) -> None:
    """Under one id stand the people who showed it in code, in answers and in both, counted anew from the store."""
    run = class_report.book.run_id
    code: dict[str, set[str]] = {}
    for result in made_store.classes.results(run):
        for found in result.result.grade.diagnoses:
            code.setdefault(found.misconception, set()).add(result.learner)
    quiz: dict[str, set[str]] = {}
    for session in made_store.class_reading.sessions(run):
        for answer in session.answers:
            for belief in answer.misconceptions:
                quiz.setdefault(belief, set()).add(session.learner)
    assert {c.misconception.id for c in class_report.misconceptions} == code.keys() | quiz.keys()
    for count in class_report.misconceptions:
        inside, outside = code.get(count.misconception.id, set()), quiz.get(count.misconception.id, set())
        assert (count.in_code, count.in_quiz, count.in_both) == (
            len(inside),
            len(outside),
            len(inside & outside),
        )
        assert count.people == len(inside | outside)
    assert any(count.in_both for count in class_report.misconceptions)


def test_an_example_shows_the_line_that_goes_wrong(class_report: ClassReport) -> None:
    """Each misconception of code has lines of a submission, with the first wrong line marked among them."""
    shown = [count.example for count in class_report.misconceptions if count.in_code]
    assert all(example is not None for example in shown)
    marked = [line.text for example in shown if example for line in example.lines if line.marked]
    assert marked
    assert all("x.var" in text for text in marked)


def test_a_backwards_question_is_found(class_report: ClassReport) -> None:
    """The question whose key is wrong in this class heads the items that work badly."""
    items = {item.id: item for table in class_report.question_items for item in table.items}
    assert items[BACKWARDS].trouble == "backwards"
    assert sum(choice.count for choice in items[BACKWARDS].choices) >= items[BACKWARDS].figures.attempts


def test_who_needs_help_is_said_with_reasons(class_report: ClassReport) -> None:
    """Who handed in nothing is in the list, nobody with all points is, the most urgent come first."""
    needs = people_in_need(class_report)
    rows = class_report.book.rows
    nothing = {place for place, row in enumerate(rows) if not row.handed_in and row.total == 0}
    assert nothing
    assert nothing <= {person.row for person in needs}
    assert all(person.needs[0].signal is Signal.NOTHING for person in needs if person.row in nothing)
    perfect = {place for place, row in enumerate(rows) if row.share == 1.0}
    assert perfect.isdisjoint({p.row for p in needs if {n.signal for n in p.needs} <= {Signal.BEHIND}})
    assert [p.urgency for p in needs] == sorted((p.urgency for p in needs), reverse=True)


def test_outcomes_of_an_exercise_add_up_to_the_class(class_report: ClassReport) -> None:
    """Accepted, not accepted, not run and not handed in are everybody, each once."""
    for exercise in class_report.figures:
        assert sum(outcome_counts(exercise)) == len(class_report.book.rows)
        assert outcome_counts(exercise)[0] == exercise.verdicts.get(Verdict.ACCEPTED, 0)


def test_chinese_page_speaks_chinese(class_report: ClassReport) -> None:
    """The Chinese page has no English heading, button or column of its own."""
    page = class_page(class_report, Language.ZH)
    body = re.sub(
        r"<style>.*?</style>|<script.*?</script>|<svg.*?</svg>|<pre.*?</pre>|<code.*?</code>",
        "",
        page,
        flags=re.DOTALL,
    )
    buttons = re.findall(r"<(?:button|h2|h3|figcaption|label)[^>]*>(.*?)<", body, re.DOTALL)
    english = [
        text
        for text in buttons
        if re.search(r"[A-Za-z]{4,}", text) and not re.search(r"[\u4e00-\u9fff]", text)
    ]
    assert english == []
    assert 'lang="zh-Hans"' in page
