"""Runs over a whole class, their results, what staff decided afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, update

from grader.domain.record import ClassResult, ClassRun, Extension, Learner, Override
from grader.domain.result_form import (
    choice_from_plain,
    choice_to_plain,
    earlier_from_plain,
    earlier_to_plain,
    stored_from_plain,
    stored_to_plain,
)
from grader.domain.run_settings import RunSettings, settings_from_plain, settings_to_plain
from grader.domain.submission import Submission
from grader.domain.verdict import Verdict
from grader.store.database import Database, know_learner, lock_name, storable, upsert
from grader.store.schema import CLASS_RESULT, CLASS_RUN, EXTENSION, LEARNER, OVERRIDE
from grader.store.sources import keep_source

_BATCH = 500


@dataclass(frozen=True)
class Recorded:
    """A result as it is kept, with its earlier attempts, and the one that it took the place of."""

    result: ClassResult
    former: ClassResult | None


class Classes:
    """What `grade class`, `grade report` and `grade override` keep and read."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def begin_or_join_run(self, run: ClassRun, after: str | None) -> ClassRun:
        """Keep a new run and return it; or return the one that another grader has begun meanwhile.

        `after` is the id of the newest run of this label that the caller knows of, None for none.
        """
        newest = _newest_first().where(CLASS_RUN.c.label == run.label).limit(1)
        with self._database.writing() as connection:
            lock_name(connection, f"class_run {run.label}")
            other = connection.execute(newest).mappings().first()
            if other is not None and other["id"] != after:
                return _run(other)
            connection.execute(insert(CLASS_RUN).values(**_row(run)))
        return run

    def put_settings(self, run_id: str, settings: RunSettings) -> ClassRun:
        """Keep a run's settings in place of the former ones and return the run. Raises KeyError without
        such a run.
        """
        plain = settings_to_plain(settings)
        with self._database.writing() as connection:
            connection.execute(update(CLASS_RUN).where(CLASS_RUN.c.id == run_id).values(settings=plain))
        found = self.run(run_id)
        if found is None:
            raise KeyError(run_id)
        return found

    def end_run(self, run_id: str, finished_at: datetime) -> None:
        """Say that everything of this run was graded. Raises KeyError where there is no such run."""
        statement = update(CLASS_RUN).where(CLASS_RUN.c.id == run_id).values(finished_at=finished_at)
        with self._database.writing() as connection:
            if connection.execute(statement).rowcount == 0:
                raise KeyError(run_id)

    def run(self, run_id: str) -> ClassRun | None:
        """Return the run of that id."""
        return self._first_run(select(CLASS_RUN).where(CLASS_RUN.c.id == run_id))

    def newest_run(self, label: str | None = None) -> ClassRun | None:
        """Return the run begun last, of this label or of any."""
        query = _newest_first()
        return self._first_run(query if label is None else query.where(CLASS_RUN.c.label == label))

    def runs(self) -> tuple[ClassRun, ...]:
        """Return all runs, oldest first."""
        query = select(CLASS_RUN).order_by(CLASS_RUN.c.started_at, CLASS_RUN.c.id)
        with self._database.reading() as connection:
            return tuple(_run(row) for row in connection.execute(query).mappings())

    def record_results(
        self,
        run_id: str,
        results: Iterable[tuple[ClassResult, Submission | None]],
        *,
        repeats: str | None = None,
    ) -> tuple[Recorded, ...]:
        """Keep results with their sources, in one transaction, each in place of its former one.

        A result that has none in this run follows the one in the run that this one `repeats`. Returned in order, and
        durable when this returns. Two graders that record the same result leave one row.
        """
        batch = list(results)
        recorded: dict[int, Recorded] = {}
        sources = {submission.digest: submission for _, submission in batch if submission is not None}
        with self._database.writing() as connection:
            # every grader takes rows in one order: learners, sources, results, or two would deadlock
            for learner in sorted({result.learner for result, _ in batch}):
                know_learner(connection, learner)
            for digest in sorted(sources):
                keep_source(connection, sources[digest])
            for number in sorted(range(len(batch)), key=lambda index: _key(batch[index][0])):
                recorded[number] = self._put(connection, run_id, batch[number][0], repeats)
        return tuple(recorded[number] for number in range(len(batch)))

    def results(self, run_id: str, exercise_id: str | None = None) -> Iterator[ClassResult]:
        """Yield a run's results by learner and exercise, read in portions, so that a large class fits."""
        table = CLASS_RESULT
        query = select(table).where(table.c.run == run_id).order_by(table.c.learner, table.c.exercise_number)
        if exercise_id is not None:
            query = query.where(table.c.exercise_id == exercise_id)
        with self._database.reading() as connection:
            rows = connection.execution_options(yield_per=_BATCH).execute(query).mappings()
            for row in rows:
                yield read_result(row)

    def result(self, run_id: str, learner: str, exercise_id: str) -> ClassResult | None:
        """Return one learner's result at one exercise of a run."""
        with self._database.reading() as connection:
            return self._find(connection, run_id, learner, exercise_id)

    def graded(self, run_id: str) -> Mapping[tuple[str, str], tuple[str | None, int, str]]:
        """Return what is done: (learner, exercise id) -> (submission digest, seed, course digest).

        A fault of ours is not done: the next run tries again.
        """
        columns = ("learner", "exercise_id", "submission_digest", "seed", "course_digest")
        query = select(*(CLASS_RESULT.c[name] for name in columns)).where(
            CLASS_RESULT.c.run == run_id, CLASS_RESULT.c.verdict != Verdict.INTERNAL_ERROR
        )
        with self._database.reading() as connection:
            return {(row[0], row[1]): (row[2], row[3], row[4]) for row in connection.execute(query)}

    def dates(self, run_id: str) -> Mapping[tuple[str, str], tuple[datetime | None, bool]]:
        """Return (learner, exercise id) -> (time of submission, whether it was marked late) of a run's results."""
        columns = ("learner", "exercise_id", "submitted_at", "late")
        query = select(*(CLASS_RESULT.c[name] for name in columns)).where(CLASS_RESULT.c.run == run_id)
        with self._database.reading() as connection:
            return {(row[0], row[1]): (row[2], row[3]) for row in connection.execute(query)}

    def put_date(
        self, run_id: str, learner: str, exercise_id: str, submitted_at: datetime | None, *, late: bool
    ) -> None:
        """Keep when a result's work was handed in, as is known now; the result itself stays."""
        columns = CLASS_RESULT.c
        statement = update(CLASS_RESULT).where(
            columns.run == run_id, columns.learner == learner, columns.exercise_id == exercise_id
        )
        with self._database.writing() as connection:
            connection.execute(statement.values(submitted_at=submitted_at, late=late))

    def verdicts(self, run_id: str) -> Mapping[Verdict, int]:
        """Return how many results of a run have each verdict, the most frequent first."""
        column = CLASS_RESULT.c.verdict
        query = select(column, func.count()).where(CLASS_RESULT.c.run == run_id).group_by(column)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(func.count().desc(), column)).all()
        return {Verdict(name): number for name, number in rows}

    def put_learners(self, learners: Iterable[Learner]) -> None:
        """Keep names, sections and addresses, in place of what was known."""
        with self._database.writing() as connection:
            for learner in sorted(learners, key=lambda each: each.key):  # in one order, as in record_results
                row = {name: storable(value) for name, value in asdict(learner).items()}
                upsert(connection, LEARNER, row, ("key",))

    def learners(self, run_id: str | None = None) -> tuple[Learner, ...]:
        """Return the people that are known, or those who have a result in a run, by key."""
        query = select(LEARNER).order_by(LEARNER.c.key)
        if run_id is not None:
            present = select(CLASS_RESULT.c.learner).where(CLASS_RESULT.c.run == run_id)
            query = query.where(LEARNER.c.key.in_(present))
        with self._database.reading() as connection:
            return tuple(Learner(**row) for row in connection.execute(query).mappings())

    def record_override(self, override: Override) -> None:
        """Keep points that staff set by hand; raw scores stay as they are."""
        self._record(OVERRIDE, override)

    def overrides(self) -> Mapping[tuple[str, str], Override]:
        """Return the override that counts, the newest, for each (learner, exercise id) that has one."""
        return {(each.learner, each.exercise_id): each for each in self._all(OVERRIDE, Override)}

    def record_extension(self, extension: Extension) -> None:
        """Keep a later due time for one learner."""
        self._record(EXTENSION, extension)

    def extensions(self) -> Mapping[tuple[str, str | None], Extension]:
        """Return the newest extension for each (learner, exercise id or None) that has one."""
        return {(each.learner, each.exercise_id): each for each in self._all(EXTENSION, Extension)}

    def _first_run(self, query: Any) -> ClassRun | None:
        with self._database.reading() as connection:
            row = connection.execute(query.limit(1)).mappings().first()
        return None if row is None else _run(row)

    def _put(self, connection: Connection, run_id: str, result: ClassResult, repeats: str | None) -> Recorded:
        former = self._find(connection, run_id, result.learner, result.exercise_id)
        if former is None and repeats is not None:
            former = self._find(connection, repeats, result.learner, result.exercise_id)
        kept = result.after(former)
        upsert(connection, CLASS_RESULT, _result_row(run_id, kept), ("run", "learner", "exercise_id"))
        return Recorded(kept, former)

    def _find(
        self, connection: Connection, run_id: str, learner: str, exercise_id: str
    ) -> ClassResult | None:
        columns = CLASS_RESULT.c
        query = select(CLASS_RESULT).where(
            columns.run == run_id, columns.learner == learner, columns.exercise_id == exercise_id
        )
        row = connection.execute(query).mappings().first()
        return None if row is None else read_result(row)

    def _record(self, table: Table, item: Override | Extension) -> None:
        with self._database.writing() as connection:
            know_learner(connection, item.learner)
            connection.execute(insert(table).values(**asdict(item) | {"why": storable(item.why)}))

    def _all(self, table: Table, kind: type[Any]) -> Iterator[Any]:
        names = list(kind.__dataclass_fields__)
        query = select(*(table.c[name] for name in names)).order_by(table.c.id)
        with self._database.reading() as connection:
            yield from [kind(**row) for row in connection.execute(query).mappings()]


def _newest_first() -> Any:
    return select(CLASS_RUN).order_by(CLASS_RUN.c.started_at.desc(), CLASS_RUN.c.id.desc())


def _key(result: ClassResult) -> tuple[str, str]:
    return result.learner, result.exercise_id


def _row(run: ClassRun) -> dict[str, Any]:
    row = {name: getattr(run, name) for name in ClassRun.__dataclass_fields__}
    return row | {"exercises": list(run.exercises), "settings": settings_to_plain(run.settings)}


def _run(row: Any) -> ClassRun:
    settings = settings_from_plain(row["settings"])
    return ClassRun(**dict(row) | {"exercises": tuple(row["exercises"]), "settings": settings})


def _result_row(run_id: str, result: ClassResult) -> dict[str, Any]:
    row = {name: getattr(result, name) for name in ClassResult.__dataclass_fields__}
    return row | {
        "run": run_id,
        "file_name": storable(result.file_name),
        "result": stored_to_plain(result.result),
        "attempts": earlier_to_plain(result.attempts) or None,
        "choice": choice_to_plain(result.choice),
    }


def read_result(row: Any) -> ClassResult:
    """Make a row of the table what it stands for."""
    fields = {name: row[name] for name in ClassResult.__dataclass_fields__}
    return ClassResult(
        **fields
        | {
            "verdict": Verdict(row["verdict"]),
            "result": stored_from_plain(row["result"]),
            "attempts": earlier_from_plain(row["attempts"]),
            "choice": choice_from_plain(row["choice"]),
        }
    )
