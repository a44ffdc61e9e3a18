"""Bulk reading for reports: a whole class's scores, sources, quiz sessions in a few queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import select

from grader.domain.mark import QuizSession
from grader.domain.record import ClassResult, ClassScore
from grader.domain.result_form import choice_from_plain, earlier_from_plain, stored_from_plain
from grader.domain.verdict import Verdict
from grader.store.classes import read_result
from grader.store.database import Database
from grader.store.quiz_memory import read_sessions
from grader.store.schema import CLASS_RESULT, QUIZ_SESSION

_PORTION = 5000
_NAMES = 500  # databases bound the number of parameters


class ClassReading:
    """What reports read of a run beyond single results."""

    def __init__(self, database: Database) -> None:
        """Work on this database."""
        self._database = database

    def scores(self, run_id: str) -> Iterator[ClassScore]:
        """Yield a run's results by learner and exercise without what was found in them.

        Decoding sixty thousand whole results takes seconds, and a table of scores does not need them.
        """
        names = list(ClassScore.__dataclass_fields__)
        query = (
            select(*(CLASS_RESULT.c[name] for name in names))
            .where(CLASS_RESULT.c.run == run_id)
            .order_by(CLASS_RESULT.c.learner, CLASS_RESULT.c.exercise_number)
        )
        verdict, attempts, choice = (names.index(name) for name in ("verdict", "attempts", "choice"))
        with self._database.reading() as connection:
            for row in connection.execution_options(yield_per=_PORTION).execute(query):
                fields = list(row)
                fields[verdict] = Verdict(fields[verdict])
                fields[attempts] = (
                    earlier_from_plain(fields[attempts], whole=False) if fields[attempts] else ()
                )
                fields[choice] = choice_from_plain(fields[choice])
                yield ClassScore(*fields)

    def reasons(self, run_id: str) -> Mapping[tuple[str, str], str]:
        """Return why hand-ins of a run cannot be graded: (learner, exercise id) -> kind of fault."""
        columns = CLASS_RESULT.c
        query = select(columns.learner, columns.exercise_id, columns.result).where(
            columns.run == run_id, columns.verdict == Verdict.INVALID_SUBMISSION
        )
        with self._database.reading() as connection:
            found = [(row[0], row[1], stored_from_plain(row[2])) for row in connection.execute(query)]
        return {
            (learner, exercise): str(each.kind)
            for learner, exercise, stored in found
            for each in [stored.intake or stored.grade.problem]
            if each is not None
        }

    def results_of(self, run_id: str, learners: Sequence[str]) -> Mapping[str, tuple[ClassResult, ...]]:
        """Return the whole results of some learners of a run, by learner, ordered by exercise."""
        columns = CLASS_RESULT.c
        found: dict[str, list[ClassResult]] = {}
        with self._database.reading() as connection:
            for start in range(0, len(learners), _NAMES):
                portion = learners[start : start + _NAMES]
                query = select(CLASS_RESULT).where(columns.run == run_id, columns.learner.in_(portion))
                for row in connection.execute(query.order_by(columns.exercise_number)).mappings():
                    found.setdefault(row["learner"], []).append(read_result(row))
        return {learner: tuple(results) for learner, results in found.items()}

    def sessions(self, run_id: str) -> tuple[QuizSession, ...]:
        """Return every quiz session of everybody who has a result in the run, oldest first."""
        present = select(CLASS_RESULT.c.learner).where(CLASS_RESULT.c.run == run_id)
        query = select(QUIZ_SESSION).where(QUIZ_SESSION.c.learner.in_(present))
        with self._database.reading() as connection:
            ordered = query.order_by(QUIZ_SESSION.c.started_at, QUIZ_SESSION.c.id)
            return tuple(read_sessions(connection, ordered))

    def digests(self, run_id: str, exercise_id: str) -> Mapping[str, tuple[str, ...]]:
        """Return who handed in which source at an exercise: digest -> learners, by learner."""
        columns = CLASS_RESULT.c
        query = (
            select(columns.submission_digest, columns.learner)
            .where(
                columns.run == run_id,
                columns.exercise_id == exercise_id,
                columns.submission_digest.is_not(None),
                columns.verdict != Verdict.NOT_ATTEMPTED,
            )
            .order_by(columns.learner)
        )
        found: dict[str, list[str]] = {}
        with self._database.reading() as connection:
            for digest, learner in connection.execute(query):
                found.setdefault(digest, []).append(learner)
        return {digest: tuple(learners) for digest, learners in found.items()}
