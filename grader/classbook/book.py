"""The grade book of a run: who is in the class, what they earned, what counts under the rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grader.classbook.rules import Rules, rules_of
from grader.domain.classroom import ONLY_FILE
from grader.domain.errors import UsageError
from grader.domain.exercise import MAX_SCORE, Exercise
from grader.domain.policy import Basis, Policy, total
from grader.domain.record import ClassRun, ClassScore, Learner
from grader.domain.text import Text
from grader.domain.verdict import Verdict
from grader.reports.gradebook import ExerciseColumn, GradeBook, GradeRow, Score
from grader.reports.pseudonyms import pseudonyms
from grader.store.store import Store


def find_run(store: Store, run_id: str | None) -> ClassRun:
    """The run of that id (the beginning of an id suffices), else the newest one. Raises UsageError."""
    if run_id is None:
        newest = store.classes.newest_run()
        if newest is None:
            raise UsageError(
                Text("no class was graded yet", "还没有评阅过任何班级"),
                Text("Grade one first: grade class PATH.", "请先评阅一个：grade class PATH。"),
            )
        return newest
    found = [run for run in store.classes.runs() if run.id.startswith(run_id)]
    exact = [run for run in found if run.id == run_id]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise UsageError(
            Text(f"{len(found)} runs begin with {run_id}", f"有 {len(found)} 次评阅的编号以 {run_id} 开头"),
            Text("Write more of the id.", "请把编号写得更长一些。"),
        )
    known = ", ".join(run.id for run in store.classes.runs()[-5:])
    raise UsageError(
        Text(f"there is no run {run_id}", f"没有编号为 {run_id} 的评阅"),
        Text(f"The newest runs: {known or 'none'}.", f"最近的评阅：{known or '无'}。"),
    )


def grade_book(
    store: Store, run: ClassRun, exercises: Sequence[Exercise], policy: Policy | None = None
) -> GradeBook:
    """Read a run's scores and apply its rules: `policy`, else the one that it was graded with."""
    rules = rules_of(store, run, policy)
    results: dict[str, dict[int, ClassScore]] = {}
    titles = {exercise.number: exercise for exercise in exercises}
    ids = {exercise.number: exercise.id for exercise in exercises}
    for result in store.class_reading.scores(run.id):
        results.setdefault(result.learner, {})[result.exercise_number] = result
        ids[result.exercise_number] = result.exercise_id
    present = sorted({number for of_one in results.values() for number in of_one} | set(run.exercises))
    columns = tuple(_column(number, ids, titles, results.values()) for number in present)
    reasons = store.class_reading.reasons(run.id)
    rows = tuple(
        _row(person, results.get(person.key, {}), columns, rules, reasons) for person in _people(store, run)
    )
    return GradeBook(
        run.id,
        _folder_name(run.label),
        run.seed,
        run.finished_at or run.started_at,
        run.finished_at is not None,
        run.grader_version,
        run.course_digest,
        rules.policy,
        columns,
        rows,
    )


def _folder_name(label: str) -> str:
    """The class's folder by its name alone: where it lies on somebody's disk is nobody's business."""
    return label.rstrip("/\\").replace("\\", "/").rpartition("/")[2]


def anonymous(book: GradeBook, names: Mapping[str, str]) -> GradeBook:
    """The book under pseudonyms (`names`: key -> pseudonym): no section, no address, no reasons, no path."""
    rows = tuple(
        replace(
            row,
            learner=Learner(names[row.learner.key], names[row.learner.key]),
            scores=tuple(
                replace(s, settled=replace(s.settled, why=""), file_name="", choice=ONLY_FILE)
                for s in row.scores
            ),
        )
        for row in book.rows
    )
    policy = replace(book.policy, excused=frozenset())
    ordered = tuple(sorted(rows, key=lambda row: row.learner.key))  # the former order would tell who is who
    return replace(book, rows=ordered, label="", policy=policy, anonymous=True)


def names_of(store: Store, run: ClassRun, keys: Iterable[str]) -> Mapping[str, str]:
    """Pseudonyms for the keys, under a secret that all runs of one label share and that stays in the store."""
    kept = (other.settings.pseudonym_secret for other in store.classes.runs() if other.label == run.label)
    secret = next((each for each in kept if each is not None), None)
    if secret is None:
        secret = secrets.token_hex(16)
        store.classes.put_settings(run.id, replace(run.settings, pseudonym_secret=secret))
    return pseudonyms(bytes.fromhex(secret), keys)


def _people(store: Store, run: ClassRun) -> tuple[Learner, ...]:
    """Everybody with a result in the run and, where the run knows its class, those who handed in nothing."""
    listed = run.settings.people
    present = {person.key: person for person in store.classes.learners(run.id)}
    if listed:
        everybody = {person.key: person for person in store.classes.learners()}
        present |= {key: everybody[key] for key in listed if key in everybody}
    return tuple(present[key] for key in sorted(present))


def _column(
    number: int,
    ids: Mapping[int, str],
    exercises: Mapping[int, Exercise],
    results: Iterable[Mapping[int, ClassScore]],
) -> ExerciseColumn:
    most = next((of_one[number].max_score for of_one in results if number in of_one), MAX_SCORE)
    plain = Text(f"Exercise {number}", f"练习 {number}")
    title = exercises[number].title if number in exercises else plain
    return ExerciseColumn(number, ids.get(number, f"ex{number:02}"), title, most)


def _row(
    person: Learner,
    results: Mapping[int, ClassScore],
    columns: tuple[ExerciseColumn, ...],
    rules: Rules,
    reasons: Mapping[tuple[str, str], str],
) -> GradeRow:
    scores = tuple(
        _with_reason(
            _score(person.key, results.get(column.number), column, rules),
            reasons.get((person.key, column.id)),
        )
        for column in columns
    )
    earned, most = total(rules.policy, (score.settled for score in scores))
    return GradeRow(person, scores, round(earned, 6), most)


def _with_reason(score: Score, reason: str | None) -> Score:
    """The score with why it cannot be graded, if that is the attempt that counts."""
    is_told = reason is not None and score.verdict is Verdict.INVALID_SUBMISSION
    return replace(score, reason=reason or "") if is_told else score


def _score(learner: str, result: ClassScore | None, column: ExerciseColumn, rules: Rules) -> Score:
    extended = rules.extended_until(learner, column.id)
    if result is None:
        settled = rules.settle_missing(learner, column.id, column.number, column.max_score)
        return Score(None, settled, extended_until=extended)
    settled, count = rules.settle(result), len(result.attempts) + 1
    is_fault = result.verdict is Verdict.INTERNAL_ERROR
    is_open = is_fault and settled.basis in (Basis.COUNTED, Basis.PENDING)
    if settled.attempt is None or settled.attempt >= len(result.attempts):
        return Score(
            result.verdict, settled, result.submitted_at, extended, count, result.file_name, result.choice,
            is_open=is_open,
        )  # fmt: skip
    counts = result.attempts[settled.attempt]
    newest = None if is_fault else (result.verdict, result.score)
    return Score(
        counts.verdict, settled, counts.submitted_at, extended, count, counts.file_name, newest=newest, is_open=is_open
    )  # fmt: skip
