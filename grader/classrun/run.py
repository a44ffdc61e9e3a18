"""The use case `grade class`: every submission of a class graded once, each result durable when it is
told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from grader.catalog.course import course_digest
from grader.classrun.changes import Change, find_change
from grader.classrun.pool import Answer, Engine, Task
from grader.classrun.quizzes import QuizKeeper
from grader.classrun.rows import Terms, copied_row, graded_row, unrun_row
from grader.domain.classroom import Handin, SavedQuiz
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult, ClassRun
from grader.domain.submission import Submission
from grader.intake.class_folder import on_behalf_of
from grader.intake.roster_join import RosterJoin
from grader.intake.source_file import is_untouched
from grader.store.store import Store

UNRUN_BATCH = 50
LOOK_AGAIN_SECONDS = 15.0
FAULTS_IN_A_ROW = 10


@dataclass(frozen=True)
class Told:
    """One result as it is told: durable already. `change` says how it differs from the one it replaces."""

    result: ClassResult
    change: Change | None = None


@dataclass
class ClassGrading:
    """A class run under way, or one that goes on where an earlier one stopped.

    `read` counts the hand-ins seen, `skipped` the results that hold still, `identical` those graded by
    another's identical source; `unplaced` are hand-ins of which nothing tells the exercise.
    """

    store: Store
    course: Path
    exercises: Mapping[int, Exercise]
    run: ClassRun
    engine: Engine
    now: Callable[[], datetime]
    join: RosterJoin | None = None
    skipped: int = 0
    identical: int = 0
    learners_read: int = 0
    unplaced: list[Handin] = field(default_factory=list)
    _digests: dict[int, str] = field(default_factory=dict)
    _done: Mapping[tuple[str, str], tuple[str | None, int, str]] = field(default_factory=dict)
    _dates: Mapping[tuple[str, str], tuple[datetime | None, bool]] = field(default_factory=dict)
    _looked_at: datetime | None = None
    _first_of: dict[tuple[int, str], str] = field(default_factory=dict)
    _answered: set[tuple[int, str]] = field(default_factory=set)
    _copies: dict[tuple[int, str], list[Handin]] = field(default_factory=dict)
    _outbox: list[Told] = field(default_factory=list)
    _unrun: list[tuple[ClassResult, Submission | None]] = field(default_factory=list)
    _faults: int = 0

    def __post_init__(self) -> None:
        """Prepare what is the same for every submission."""
        self._digests = {number: course_digest(self.course, number) for number in self.exercises}
        self.quizzes = QuizKeeper(self.course, self.store.quiz_memory)

    def grade(self, handins: Iterator[Handin | SavedQuiz]) -> Iterator[Told]:
        """Grade what is not graded yet and yield each result once it is kept.

        Identical sources of one exercise are graded once. What could not be read is a result of its own.
        Raises GraderError when nothing but faults of ours comes out.
        """
        for task, answer in self.engine.run(self._tasks(handins)):
            self._count_faults(answer)
            self._take(task, answer)
            yield from self._tell()
        self._keep_unrun()
        self._keep_copies()
        yield from self._tell()

    def _tell(self) -> Iterator[Told]:
        told, self._outbox = self._outbox, []
        yield from told

    def _count_faults(self, answer: Answer) -> None:
        self._faults = self._faults + 1 if answer.result is None else 0
        if self._faults >= FAULTS_IN_A_ROW:
            raise GraderError(
                f"{self._faults} submissions in a row failed by our own fault, the last one:\n{answer.fault}"
            )

    def _tasks(self, handins: Iterator[Handin | SavedQuiz]) -> Iterator[Task]:
        """Yield what has to run; settle everything else on the way."""
        last = None
        for each in handins:
            if each.learner_key != last:
                self.learners_read, last = self.learners_read + 1, each.learner_key
            if isinstance(each, SavedQuiz):
                self.quizzes.keep(each)
                continue
            for item in self._people(each):
                for number in self._numbers(item):
                    yield from self._task(item, self.exercises[number])
        self._keep_unrun()

    def _people(self, item: Handin) -> Iterator[Handin]:
        """A group's hand-in counts for each of its members."""
        members = self.join.people.get(item.learner_key, ()) if self.join is not None else ()
        if (
            any(item.learner_key.casefold() in map(str.casefold, person.ids) for person in members)
            or not members
        ):
            yield item
            return
        for person in members:
            yield on_behalf_of(item, person.key, person.name or item.learner_name)

    def _numbers(self, item: Handin) -> Sequence[int]:
        """The exercises that a hand-in counts for; what nobody can place counts for the exercise of a run
        of one.
        """
        if item.exercises:
            return [number for number in item.exercises if number in self.exercises]
        if len(self.exercises) == 1:
            return list(self.exercises)
        self.unplaced.append(replace(item, submission=None))
        return ()

    def _task(self, item: Handin, exercise: Exercise) -> Iterator[Task]:
        submission = item.submission
        digest = submission.digest if submission is not None else None
        if self._is_done(item.learner_key, exercise, digest):
            self.skipped += 1
            self._date(item, exercise)
        elif submission is None or is_untouched(submission, exercise.stub):
            self._unrun.append((unrun_row(item, self._terms(exercise)), submission))
            if len(self._unrun) >= UNRUN_BATCH:
                self._keep_unrun()
        elif (exercise.number, submission.digest) in self._first_of:
            self._copies.setdefault((exercise.number, submission.digest), []).append(item)
        else:
            self._first_of[exercise.number, submission.digest] = item.learner_key
            yield Task(item, exercise.number, submission, exercise.limits.wall_seconds)

    def _is_done(self, learner: str, exercise: Exercise, digest: str | None) -> bool:
        """Whether this very result is kept; looked up anew now and then, for other graders may be at work
        on the run.
        """
        now = self.now()
        if self._looked_at is None or (now - self._looked_at).total_seconds() > LOOK_AGAIN_SECONDS:
            self._done, self._looked_at = self.store.classes.graded(self.run.id), now
            self._dates = self.store.classes.dates(self.run.id)
        wanted = (digest, self.run.seed, self._digests[exercise.number])
        return self._done.get((learner, exercise.id)) == wanted

    def _date(self, item: Handin, exercise: Exercise) -> None:
        """Keep the time of a result that holds still, where it is known only now, or differently."""
        kept = self._dates.get((item.learner_key, exercise.id))
        if item.submitted_at is not None and kept is not None and kept != (item.submitted_at, item.late):
            self.store.classes.put_date(
                self.run.id, item.learner_key, exercise.id, item.submitted_at, late=item.late
            )

    def _terms(self, exercise: Exercise) -> Terms:
        return Terms(exercise, self.run.seed, self._digests[exercise.number], self.now())

    def _take(self, task: Task, answer: Answer) -> None:
        """Keep an answer for its learner and for those who handed in the same source so far, in one
        transaction.
        """
        assert isinstance(task.key, Handin)
        row = graded_row(task.key, self._terms(self.exercises[task.exercise]), answer)
        copies = self._copies.pop((task.exercise, task.submission.digest), [])
        self.identical += len(copies)
        rows = [row, *(copied_row(copy, row) for copy in copies)]
        self._keep([(each, task.submission) for each in rows])
        self._answered.add((task.exercise, task.submission.digest))
        self._keep_copies()

    def _keep_copies(self) -> None:
        """Give those who handed in a source that was answered before they were read the result that is
        kept of it.
        """
        for number, digest in [each for each in self._copies if each in self._answered]:
            copies = self._copies.pop((number, digest))
            first, exercise = self._first_of[number, digest], self.exercises[number]
            result = self.store.classes.result(self.run.id, first, exercise.id)
            assert result is not None  # it was kept when it was answered
            self.identical += len(copies)
            self._keep([(copied_row(copy, result), copy.submission) for copy in copies])

    def _keep_unrun(self) -> None:
        batch, self._unrun = self._unrun, []
        self._keep(batch)

    def _keep(self, batch: Sequence[tuple[ClassResult, Submission | None]]) -> None:
        if not batch:
            return
        again_of = self.run.settings.again_of
        for each in self.store.classes.record_results(self.run.id, batch, repeats=again_of):
            self._outbox.append(Told(each.result, find_change(each.former, each.result)))
