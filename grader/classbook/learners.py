"""The pages of learners: their stored results in words, the review cards that are due for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from grader.catalog.misconceptions import Misconceptions
from grader.classbook.results import rows_with_results
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult
from grader.domain.text import Language, Text
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.learner_page import ExerciseWords, LearnerReport, exercise_words
from grader.reports.learner_rows import Rows
from grader.reports.plain_values import points
from grader.store.store import Store


class LearnerReports:
    """Makes one report after the other; what they share is read once."""

    def __init__(
        self,
        store: Store,
        course: Path,
        book: GradeBook,
        exercises: Sequence[Exercise],
        language: Language,
        now: datetime,
        due_cards: Callable[[str], Sequence[Text]],
        pseudonyms: Mapping[str, str] | None = None,
    ) -> None:
        """Read the course; `due_cards` tells the questions of a learner's
        due cards, `pseudonyms` are those of an anonymous `book`.
        """
        self._store = store
        self._book = book
        self._exercises = {exercise.number: exercise for exercise in exercises}
        self._language = language
        self._now = now
        self._pseudonyms = pseudonyms
        self._keys = {pseudonym: key for key, pseudonym in (pseudonyms or {}).items()}
        self._catalogue = Misconceptions(course)
        self._due_cards = due_cards
        self._rows = Rows(book, language, reasons=False)

    def all(self) -> Iterator[LearnerReport]:
        """Yield everybody's report, in the book's order."""
        for row, results in rows_with_results(self._store, self._book, self._pseudonyms):
            yield self.report(row, results)

    def report(self, row: GradeRow, results: Sequence[ClassResult]) -> LearnerReport:
        """One person's report."""
        return LearnerReport(
            row.learner.name or row.learner.key,
            row.learner.key,
            f"{points(row.total)} / {points(row.max_total)}",
            self._now,
            tuple(self.words(row, results)),
            self._due(self._keys.get(row.learner.key, row.learner.key)),
        )

    def words(self, row: GradeRow, results: Sequence[ClassResult]) -> Iterator[ExerciseWords]:
        """One person's exercises in words; those that the course no longer has are left out."""
        by_number = {result.exercise_number: result for result in results}
        for column, score in zip(self._book.columns, row.scores, strict=True):
            exercise = self._exercises.get(column.number)
            if exercise is not None:
                notes = tuple(self._rows.notes(score))
                result = by_number.get(column.number)
                yield exercise_words(result, score, notes, exercise, self._catalogue, self._language)

    def _due(self, key: str) -> tuple[str, ...]:
        return tuple(question.get(self._language) for question in self._due_cards(key))
