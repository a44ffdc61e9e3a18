"""One person's results in the file of a platform that shows them to that person: Gradescope, Classroom 50."""

from __future__ import annotations

import json
from collections.abc import Sequence

from grader.catalog.misconceptions import Misconceptions
from grader.classbook.reading import RunReading
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.result import GradeResult
from grader.domain.verdict import Verdict
from grader.reports.classroom50 import HUNDREDTHS, HandedIn, classroom50_result
from grader.reports.gradebook import GradeRow
from grader.reports.gradescope import gradescope_results
from grader.reports.learner_rows import Rows
from grader.reports.report_format import Format

FILE_OF = {Format.GRADESCOPE: "results.json", Format.CLASSROOM50: "result.json"}
"""The forms that are a file a person, and the file's name."""


def platform_result(reading: RunReading, form: Format, row: GradeRow, results: Sequence[ClassResult]) -> str:
    """The file's text; its score is the one that counts."""
    known = {exercise.number: exercise for exercise in reading.exercises}
    graded = [
        (known[each.exercise_number], each.result.grade)
        for each in results
        if each.exercise_number in known and each.verdict is not Verdict.INTERNAL_ERROR
    ]
    plain = (
        _gradescope(reading, row, graded) if form is Format.GRADESCOPE else _classroom50(reading, row, graded)
    )
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def _gradescope(
    reading: RunReading, row: GradeRow, graded: Sequence[tuple[Exercise, GradeResult]]
) -> dict[str, object]:
    rows = Rows(reading.book, reading.language, reasons=False)
    notes = [
        f"{column.title.get(reading.language)}: {note}"
        for column, score in zip(reading.book.columns, row.scores, strict=True)
        for note in rows.notes(score)
    ]
    plain = gradescope_results(graded, Misconceptions(reading.course), reading.language, notes=notes)
    return plain | {"score": round(row.total, 6)}


def _classroom50(
    reading: RunReading, row: GradeRow, graded: Sequence[tuple[Exercise, GradeResult]]
) -> dict[str, object]:
    book = reading.book
    submitted = max((s.submitted_at for s in row.scores if s.submitted_at), default=book.graded_at)
    handed_in = HandedIn(
        "", book.label, "individual", row.learner.key, f"submit/{reading.run.id}", "", "", ""
    )
    plain = classroom50_result(graded, handed_in, reading.language, submitted)
    return plain | {
        "score": round(HUNDREDTHS * row.total),
        "max-score": round(HUNDREDTHS * row.max_total),
    }
