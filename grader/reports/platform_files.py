"""Grade files for platforms from nothing, where no exported file is at hand: the platform makes new columns of them."""

from __future__ import annotations

from collections.abc import Iterator

from grader.domain.policy import Basis
from grader.domain.text import Language
from grader.reports.csv_text import Cell, csv_text, number
from grader.reports.gradebook import GradeBook, Score
from grader.reports.platform_columns import Platform


def platform_file(platform: Platform, book: GradeBook, language: Language) -> str:
    """The file's text. Canvas and Moodle take it as new columns; Brightspace wants its items to exist by name.

    Blackboard's columns have ids that only its own export knows: `fill_file` is the way there, and this file
    serves to look at.
    """
    if platform is Platform.CANVAS:
        return csv_text(_canvas(book, language), bom="")
    if platform is Platform.MOODLE:
        return csv_text(_moodle(book, language), bom="")
    if platform is Platform.BRIGHTSPACE:
        return csv_text(_brightspace(book, language), bom="")
    return csv_text(_blackboard(book, language), delimiter="\t", bom="")


def _titles(book: GradeBook, language: Language) -> list[str]:
    return [column.title.get(language) for column in book.columns]


def _canvas(book: GradeBook, language: Language) -> Iterator[list[Cell]]:
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *_titles(book, language)]
    yield ["    Points Possible", "", "", "", "", *(number(column.max_score) for column in book.columns)]
    for row in book.rows:
        person = row.learner
        yield [
            person.name, person.key, "", person.email, person.section,
            *("EX" if s.settled.basis is Basis.EXCUSED else _cell(s) for s in row.scores),
        ]  # fmt: skip


def _moodle(book: GradeBook, language: Language) -> Iterator[list[Cell]]:
    yield ["ID number", "Full name", "Email address", *_titles(book, language)]
    for row in book.rows:
        yield [row.learner.key, row.learner.name, row.learner.email, *map(_cell, row.scores)]


def _brightspace(book: GradeBook, language: Language) -> Iterator[list[Cell]]:
    items = [f"{title} Points Grade" for title in _titles(book, language)]
    yield ["OrgDefinedId", "Username", *items, "End-of-Line Indicator"]
    for row in book.rows:
        yield [f"#{row.learner.key}", row.learner.email, *map(_cell, row.scores), "#"]


def _blackboard(book: GradeBook, language: Language) -> Iterator[list[Cell]]:
    yield ["Last Name", "Username", *_titles(book, language)]
    for row in book.rows:
        yield [row.learner.name, row.learner.key, *map(_cell, row.scores)]


def _cell(score: Score) -> Cell:
    """A grade that counts; nothing for who handed in nothing, is excused or waits for us."""
    return None if score.settled.basis is Basis.MISSING else number(score.settled.score)
