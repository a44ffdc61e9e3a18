"""A run's whole results in the order of a grade book, person by person, under pseudonyms where it is anonymous."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader.domain.classroom import ONLY_FILE
from grader.domain.record import ClassResult
from grader.domain.result import CheckResult
from grader.domain.stored_result import StoredResult
from grader.reports.gradebook import GradeBook, GradeRow
from grader.reports.score_tables import StoredScore
from grader.store.store import Store

_PORTION = 200


def stored_scores(
    store: Store, book: GradeBook, pseudonyms: Mapping[str, str] | None = None
) -> Iterator[StoredScore]:
    """Yield every person's exercises with their stored results, in the order of `book`.

    An anonymous `book` needs the `pseudonyms` (key -> pseudonym) that it was made with.
    """
    for row, results in rows_with_results(store, book, pseudonyms):
        by_number = {result.exercise_number: result for result in results}
        for column, score in zip(book.columns, row.scores, strict=True):
            yield StoredScore(row, column, score, by_number.get(column.number))


def rows_with_results(
    store: Store, book: GradeBook, pseudonyms: Mapping[str, str] | None = None
) -> Iterator[tuple[GradeRow, tuple[ClassResult, ...]]]:
    """Yield every row of `book` with the person's stored results, each as the attempt that counts left it."""
    keys = {pseudonym: key for key, pseudonym in (pseudonyms or {}).items()}
    for start in range(0, len(book.rows), _PORTION):
        rows = book.rows[start : start + _PORTION]
        real = [keys.get(row.learner.key, row.learner.key) for row in rows]
        found = store.class_reading.results_of(book.run_id, real)
        for row, key in zip(rows, real, strict=True):
            results = tuple(_counting(each, row, book) for each in found.get(key, ()))
            yield row, tuple(map(_nameless, results)) if pseudonyms is not None else results


def _counting(result: ClassResult, row: GradeRow, book: GradeBook) -> ClassResult:
    scores = {column.number: score for column, score in zip(book.columns, row.scores, strict=True)}
    score = scores.get(result.exercise_number)
    return result if score is None else as_counted(result, score.settled.attempt)


def counted_results(store: Store, book: GradeBook) -> Iterator[ClassResult]:
    """Yield a run's results by learner and exercise, each as the attempt that counts left it; `book` has real names."""
    attempts = {
        (row.learner.key, column.number): score.settled.attempt
        for row in book.rows
        for column, score in zip(book.columns, row.scores, strict=True)
    }
    for result in store.classes.results(book.run_id):
        yield as_counted(result, attempts.get((result.learner, result.exercise_number)))


def as_counted(result: ClassResult, attempt: int | None) -> ClassResult:
    """The result as the attempt that counts left it, an earlier one where `attempt` is the place of one.

    Of what earlier versions kept of an attempt, verdict and score alone are known: then there are no checks.
    """
    if attempt is None or attempt >= len(result.attempts):
        return result
    counts = result.attempts[attempt]
    grade = counts.grade or replace(
        result.result.grade,
        verdict=counts.verdict,
        score=counts.score,
        checks=(),
        diagnoses=(),
        failure=None,
        problem=None,
        remarks=(),
        shortcuts=(),
        log="",
    )
    return replace(
        result,
        file_name=counts.file_name or result.file_name,
        submission_digest=counts.submission_digest,
        verdict=counts.verdict,
        score=counts.score,
        result=StoredResult(grade),
        submitted_at=counts.submitted_at,
        late=counts.late,
        choice=ONLY_FILE,
    )


def _nameless(result: ClassResult) -> ClassResult:
    """The result without what a learner may have written: file name, source's digest, own exceptions' texts."""
    grade = result.result.grade
    failure = grade.failure
    bare = replace(
        grade,
        checks=tuple(map(_without_words, grade.checks)),
        problem=None,
        log="",
        failure=replace(failure, summary="", traceback="") if failure is not None else None,
    )
    return replace(
        result,
        learner="",
        file_name="",
        submission_digest=None,
        result=StoredResult(bare),
        attempts=(),
        choice=ONLY_FILE,
    )


def _without_words(check: CheckResult) -> CheckResult:
    found = check.difference
    return check if found is None else replace(check, difference=replace(found, message="", source=""))
