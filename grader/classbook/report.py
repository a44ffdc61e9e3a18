"""The instructor's report of a run, gathered from store or course in one pass over the results."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from grader.catalog.misconceptions import load_misconceptions
from grader.classbook.book import anonymous
from grader.classbook.examples import example_of
from grader.classbook.findings import QUIZ, CheckMarks, Findings, gather
from grader.classbook.items import check_table, exercise_table, question_tables
from grader.classbook.results import counted_results
from grader.domain.mark import QuizSession
from grader.domain.misconception import Misconception
from grader.domain.policy import Basis
from grader.quiz.bank import load_quizzes
from grader.reports.class_report import ClassReport, ExerciseFigures, MisconceptionCount
from grader.reports.gradebook import GradeBook
from grader.store.store import Store


def class_report(
    store: Store, course: Path, book: GradeBook, now: datetime, pseudonyms: Mapping[str, str] | None = None
) -> ClassReport:
    """Gather everything that the page of a class says; under `pseudonyms` (key -> pseudonym) where given.

    `book` has the real names: they are replaced here, together with those in the findings.
    """
    sessions = store.class_reading.sessions(book.run_id)
    findings = gather(counted_results(store, book), sessions)
    shown = anonymous(book, pseudonyms) if pseudonyms is not None else book
    names = pseudonyms or {row.learner.key: row.learner.name or row.learner.key for row in book.rows}
    facts = findings.facts()
    if pseudonyms is not None:
        facts = {pseudonyms[key]: value for key, value in facts.items() if key in pseudonyms}
    catalogue = load_misconceptions(course)
    quizzes = load_quizzes(course) if sessions else ()
    return ClassReport(
        shown,
        now,
        facts,
        _misconceptions(findings, catalogue, store, names, nameless=pseudonyms is not None),
        exercise_table(shown),
        tuple(
            check_table(column, findings.marks[column.number])
            for column in shown.columns
            if findings.marks.get(column.number, CheckMarks()).names
        ),
        question_tables(sessions, quizzes),
        tuple(_figures(shown, findings)),
        _quiz_people(sessions),
    )


def _misconceptions(
    findings: Findings,
    catalogue: Mapping[str, Misconception],
    store: Store,
    names: Mapping[str, str],
    *,
    nameless: bool,
) -> tuple[MisconceptionCount, ...]:
    """Every misconception that somebody showed and that the catalogue knows, the most frequent first."""
    places: dict[str, list[frozenset[int]]] = {}
    for beliefs in findings.beliefs.values():
        for belief, where in beliefs.items():
            places.setdefault(belief, []).append(frozenset(where))
    counts = []
    for belief, seen in places.items():
        if belief not in catalogue:
            continue
        place = findings.examples.get(belief)
        example = None
        if place is not None:
            who = names.get(place.learner, place.learner)
            example = example_of(place, store.attempts.source, who, nameless=nameless)
        counts.append(
            MisconceptionCount(
                catalogue[belief],
                sum(1 for where in seen if where - {QUIZ}),
                sum(1 for where in seen if QUIZ in where),
                sum(1 for where in seen if QUIZ in where and where - {QUIZ}),
                tuple(sorted({number for where in seen for number in where} - {QUIZ})),
                example,
            )
        )
    return tuple(sorted(counts, key=lambda count: (-count.people, count.misconception.id)))


def _figures(book: GradeBook, findings: Findings) -> list[ExerciseFigures]:
    figures = []
    for place, column in enumerate(book.columns):
        scores = [row.scores[place] for row in book.rows]
        counting = [
            score.settled.score
            for score in scores
            if score.settled.score is not None and score.settled.basis is not Basis.MISSING
        ]
        figures.append(
            ExerciseFigures(
                column.number,
                dict(findings.verdicts.get(column.number, {})),
                sum(score.verdict is None for score in scores),
                sum(score.settled.days_late > 0 for score in scores),
                statistics.fmean(counting) if counting else None,
                statistics.median(counting) if counting else None,
                statistics.stdev(counting) if len(counting) > 1 else None,
            )
        )
    return figures


def _quiz_people(sessions: Sequence[QuizSession]) -> int:
    return len({session.learner for session in sessions if session.answers})
