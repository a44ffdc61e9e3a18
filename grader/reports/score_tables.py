"""The grade book as rows of cells: wide (a row a person) or long (a row a check), for CSV or spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.domain.policy import Basis
from grader.domain.record import ClassResult
from grader.reports.csv_text import Cell, number
from grader.reports.gradebook import ExerciseColumn, GradeBook, GradeRow, Score, remark, status

PERSON = ("learner", "name", "section", "email")


@dataclass(frozen=True)
class StoredScore:
    """One person's exercise with the result as it is stored, None where nothing was handed in."""

    row: GradeRow
    column: ExerciseColumn
    score: Score
    result: ClassResult | None


def wide_rows(book: GradeBook) -> Iterator[list[Cell]]:
    """A header, then a row a person: for each exercise the score that counts, the raw one, status and remark."""
    header: list[Cell] = [*PERSON]
    for column in book.columns:
        header += [column.id, f"{column.id} raw", f"{column.id} status", f"{column.id} remark"]
    yield [*header, "total", "max_total"]
    for row in book.rows:
        person = row.learner
        cells: list[Cell] = [person.key, person.name, person.section, person.email]
        for score in row.scores:
            settled = score.settled
            cells += [score_cell(score), number(settled.raw), status(score), remark(score)]
        yield [*cells, number(row.total), number(row.max_total)]


def long_rows(stored: Iterable[StoredScore]) -> Iterator[list[Cell]]:
    """A header, then a row a check; an exercise without checks has one row, with the reason as its verdict."""
    yield [
        *PERSON, "exercise", "exercise_verdict", "exercise_score", "exercise_remark", "check", "tier",
        "visibility", "verdict", "points", "max_points", "title",
    ]  # fmt: skip
    for each in stored:
        person, score = each.row.learner, each.score
        head: list[Cell] = [
            person.key, person.name, person.section, person.email, each.column.id, status(score),
            score_cell(score), remark(score),
        ]  # fmt: skip
        checks = each.result.result.grade.checks if each.result is not None else ()
        for check in checks:
            yield [
                *head, check.name, check.tier, check.visibility, check.verdict,
                number(check.points), number(check.max_points), check.title.en,
            ]  # fmt: skip
        if not checks:
            yield [*head, "", "", "", status(score), None, None, ""]


def score_cell(score: Score) -> float | int | None:
    """The score that counts; None for what does not count and where nothing was handed in."""
    if score.settled.basis is Basis.MISSING:
        return None
    return number(score.settled.score)
