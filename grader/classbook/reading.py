"""One run as reports read it: what several of them need is gathered once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from grader.catalog.exercises import load_ladder
from grader.classbook.book import anonymous, grade_book, names_of
from grader.classbook.results import rows_with_results, stored_scores
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.policy import Policy
from grader.domain.record import ClassResult, ClassRun
from grader.domain.text import Language, Text
from grader.reports.class_report import ClassReport
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.score_tables import StoredScore
from grader.store.store import Store

if TYPE_CHECKING:
    from grader.classbook.learners import LearnerReports

MOST_CARDS = 20


@dataclass
class RunReading:
    """A run, the language and the moment of its reports, under `policy` (None: the run's own)."""

    store: Store
    course: Path
    run: ClassRun
    language: Language
    now: datetime
    policy: Policy | None = None
    nameless: bool = False

    @cached_property
    def exercises(self) -> Sequence[Exercise]:
        """The course's exercises."""
        return load_ladder(self.course)

    @cached_property
    def real_book(self) -> GradeBook:
        """The scores under the real names."""
        return grade_book(self.store, self.run, self.exercises, self.policy)

    @cached_property
    def pseudonyms(self) -> Mapping[str, str] | None:
        """Key -> pseudonym, None where names are shown."""
        if not self.nameless:
            return None
        return names_of(self.store, self.run, [row.learner.key for row in self.real_book.rows])

    @cached_property
    def book(self) -> GradeBook:
        """The scores as they are shown."""
        names = self.pseudonyms
        return self.real_book if names is None else anonymous(self.real_book, names)

    @cached_property
    def report(self) -> ClassReport:
        """All that the instructor's page says."""
        from grader.classbook.report import class_report  # numpy, and the bank of questions

        return class_report(self.store, self.course, self.real_book, self.now, self.pseudonyms)

    @cached_property
    def learners(self) -> LearnerReports:
        """Makes the pages of learners."""
        from grader.classbook.learners import LearnerReports
        from grader.quiz.round import due_questions  # brings the cards' scheduler

        cards = due_questions(self.course, self.store.quiz_memory, lambda: self.now, MOST_CARDS)
        return LearnerReports(
            self.store,
            self.course,
            self.book,
            self.exercises,
            self.language,
            self.now,
            cards,
            self.pseudonyms,
        )

    def stored(self) -> Iterator[StoredScore]:
        """Yield every score with its result, person by person."""
        return stored_scores(self.store, self.book, self.pseudonyms)

    def rows(self) -> Iterator[tuple[GradeRow, tuple[ClassResult, ...]]]:
        """Yield every person's row with that person's results."""
        return rows_with_results(self.store, self.book, self.pseudonyms)

    def results_of(self, row: GradeRow) -> tuple[ClassResult, ...]:
        """One person's results, each as the attempt that counts left it."""
        for _, results in rows_with_results(self.store, replace(self.book, rows=(row,)), self.pseudonyms):
            return results
        return ()

    def refuse_anonymous(self, form: str) -> None:
        """Raise UsageError where people are to be found by their ids, and the report has none."""
        if self.nameless:
            raise UsageError(
                Text(f"{form} finds people by their ids", f"{form} 要按学号（id）对应学生"),
                Text("Leave --anonymous out.", "请去掉 --anonymous。"),
            )
