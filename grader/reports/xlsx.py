"""An Excel workbook: scores, misconceptions, items on a sheet each; numbers are numbers, nothing is a formula."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from grader.domain.text import Language
from grader.reports.class_report import ClassReport
from grader.reports.csv_text import Cell, number
from grader.reports.gradebook import ungradable
from grader.reports.item_table import TROUBLES
from grader.reports.open_words import open_words
from grader.reports.page import sayer
from grader.reports.score_tables import wide_rows
from grader.reports.timing_words import timing_words
from grader.reports.ungradable_words import counted_reasons

_MOST_CHARACTERS = 32_767
"""What a cell can hold."""


def workbook(report: ClassReport, language: Language) -> bytes:
    """The workbook as bytes."""
    import xlsxwriter  # no other report needs it

    say = sayer(language)
    written = io.BytesIO()
    options = {
        "in_memory": True,
        "constant_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(written, options) as book:
        bold = book.add_format({"bold": True, "bottom": 1})
        sheets: Sequence[tuple[str, Iterable[Sequence[Cell]]]] = (
            (say("Scores", "成绩"), wide_rows(report.book)),
            (say("Misconceptions", "误解"), _misconceptions(report, language)),
            (say("Items", "题目分析"), _items(report, language)),
            (say("About", "说明"), _about(report, language)),
        )
        for name, rows in sheets:
            _fill(book.add_worksheet(name), rows, bold)
    return written.getvalue()


def _fill(sheet: Any, rows: Iterable[Sequence[Cell]], bold: Any) -> None:
    count, columns = 0, 1
    sheet.freeze_panes(1, 1)
    sheet.set_column(0, 60, 13)
    sheet.set_column(1, 1, 26)
    for place, row in enumerate(rows):
        columns = max(columns, len(row))
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                if cell:
                    sheet.write_string(place, column, cell[:_MOST_CHARACTERS], bold if place == 0 else None)
            elif cell is not None:
                sheet.write_number(place, column, cell)
        count = place
    sheet.autofilter(0, 0, max(1, count), columns - 1)


def _misconceptions(report: ClassReport, language: Language) -> Iterable[list[Cell]]:
    yield ["misconception", "belief", "people", "in_code", "in_quiz", "in_both", "exercises"]
    for count in report.misconceptions:
        exercises = ", ".join(map(str, count.exercises))
        belief = count.misconception.belief.get(language)
        figures = (count.people, count.in_code, count.in_quiz, count.in_both)
        yield [count.misconception.id, belief, *figures, exercises]


def _items(report: ClassReport, language: Language) -> Iterable[list[Cell]]:
    yield [
        "item", "title", "test", "people", "facility", "deviation", "discrimination", "efficiency", "weight",
        "guess", "median_seconds", "remark",
    ]  # fmt: skip
    for table in (report.exercise_items, *report.check_items, *report.question_items):
        for item in table.items:
            figures = item.figures
            numbers = (
                figures.facility, figures.deviation, figures.discrimination, figures.efficiency, figures.weight,
                item.guess, item.median_seconds,
            )  # fmt: skip
            said = TROUBLES[item.trouble].get(language) if item.trouble is not None else ""
            title = item.title.get(language)
            yield [item.id, title, table.id, figures.attempts, *map(number, numbers), said]


def _about(report: ClassReport, language: Language) -> Iterable[list[Cell]]:
    book, say = report.book, sayer(language)
    yield [say("what", "项目"), say("value", "值")]
    yield ["run", book.run_id]
    yield ["seed", book.seed]
    yield ["graded_at", book.graded_at.isoformat()]
    yield ["made_at", report.made_at.isoformat()]
    yield ["grader", book.grader_version]
    yield ["course_digest", book.course_digest]
    yield ["finished", str(book.finished).lower()]
    for words in (*open_words(book), *timing_words(book)):
        yield [say("late rule", "迟交规则"), words.get(language)]
    reasons = counted_reasons(ungradable(book))
    if reasons is not None:
        yield [say("cannot be graded", "无法评分"), reasons.get(language)]
    yield ["anonymous", str(book.anonymous).lower()]
