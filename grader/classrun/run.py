"""The way of a class's hand-ins through a run, from the folder to results that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from grader.classrun.changes import Change, find_change
from grader.classrun.done import DoneAlready
from grader.classrun.engine import Answer, Engine, Task
from grader.classrun.faults import PROBE, Faults, Postponed
from grader.classrun.identical import IdenticalSources, key_of
from grader.classrun.quizzes import QuizKeeper
from grader.classrun.rows import GradedUnder, copied_row, graded_row, unrun_row
from grader.domain.classroom import Handin, SavedQuiz
from grader.domain.exercise import Exercise
from grader.domain.policy import Policy
from grader.domain.record import ClassResult, ClassRun
from grader.domain.submission import Submission
from grader.intake.source_file import is_untouched
from grader.store.classes import Recorded
from grader.store.store import Store

UNRUN_BATCH = 50

_Row = tuple[ClassResult, Submission | None]


@dataclass(frozen=True)
class KeptResult:
    """One result, durable already. `change` says how it differs from the one it replaces."""

    result: ClassResult
    change: Change | None = None


@dataclass
class ClassGrading:
    """A class run under way, or one that goes on where an earlier one stopped. Read it from top to bottom:

    grade        every hand-in once, then once more what failed by our fault
    _tasks       reads hand-ins; settles what needs no running; yields the rest
    _answered    makes rows of an answer, for everybody who handed in that source
    _keep        keeps rows in one transaction, then has them told

    `exercises` and `digests` (of the course's content) are by number. `skipped` counts the results that hold still,
    `identical` those graded by another's identical source; `unplaced` are hand-ins of which nothing tells the exercise.
    """

    store: Store
    run: ClassRun
    exercises: Mapping[int, Exercise]
    digests: Mapping[int, str]
    engine: Engine
    quizzes: QuizKeeper
    now: Callable[[], datetime]
    skipped: int = 0
    identical: int = 0
    learners_read: int = 0
    unplaced: list[Handin] = field(default_factory=list)
    _sources: IdenticalSources = field(default_factory=IdenticalSources)
    _faults: Faults = field(default_factory=Faults)
    _unrun: list[_Row] = field(default_factory=list)
    _outbox: list[KeptResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Look up what is done when the first hand-in asks for it."""
        self._done = DoneAlready(self.store, self.run.id, self.now)

    def grade(self, handins: Iterator[Handin | SavedQuiz]) -> Iterator[KeptResult]:
        """Grade what is not graded yet and yield each result once it is kept.

        A fault of ours is kept with its submission and tried again when everybody else is done. Raises GraderError
        where nobody can be graded (`grader.classrun.faults`).
        """
        for task, answer in self.engine.run(self._tasks(handins)):
            self._faults.saw(task, answer)
            if task.key == PROBE:
                continue
            if answer.is_fault:
                self._postpone(task, answer)
            else:
                self._answered(task, answer)
            yield from self._told()
        postponed = self._faults.waiting
        formers = {id(each.task): each.former for each in postponed}
        for task, answer in self.engine.run(iter([each.task for each in postponed])):
            self._answered(task, answer, formers[id(task)])
            yield from self._told()
        self._keep(self._take_unrun())
        self._keep_late_copies()
        yield from self._told()

    # --- from a hand-in to a task -------------------------------------------------------------------------------

    def _tasks(self, handins: Iterator[Handin | SavedQuiz]) -> Iterator[Task]:
        """Yield what has to run; settle everything else on the way."""
        last = None
        for each in handins:
            if each.learner_key != last:
                self.learners_read, last = self.learners_read + 1, each.learner_key
            if isinstance(each, SavedQuiz):
                self.quizzes.keep(each)
                continue
            for number in self._numbers(each):
                yield from self._faults.probes(self.exercises)
                yield from self._task(each, self.exercises[number])
        self._keep(self._take_unrun())

    def _numbers(self, item: Handin) -> Sequence[int]:
        """The exercises that a hand-in counts for; what nobody can place counts for the exercise of a run of one."""
        if item.exercises:
            return [number for number in item.exercises if number in self.exercises]
        if len(self.exercises) == 1:
            return list(self.exercises)
        self.unplaced.append(replace(item, submission=None))
        return ()

    def _task(self, item: Handin, exercise: Exercise) -> Iterator[Task]:
        submission = item.submission
        if self._done.holds(item, exercise.id, self.run.seed, self.digests[exercise.number]):
            self.skipped += 1
            self._done.keep_date(item, exercise.id)
        elif submission is None or is_untouched(submission, exercise.stub):
            self._unrun.append((unrun_row(item, self._under(exercise)), submission))
            if len(self._unrun) >= UNRUN_BATCH:
                self._keep(self._take_unrun())
        elif self._sources.is_first(key_of(exercise.number, submission), item):
            yield Task(item, exercise.number, submission, exercise.limits.wall_seconds)

    # --- from an answer to rows ---------------------------------------------------------------------------------

    def _postpone(self, task: Task, answer: Answer) -> None:
        """Keep that a hand-in failed by our fault, in case that the run is interrupted; nothing is told yet."""
        row = self._row(task, answer)
        (recorded,) = self._record([(row, task.submission)])
        self._faults.waiting.append(Postponed(task, recorded.former))

    def _answered(self, task: Task, answer: Answer, former: ClassResult | None = None) -> None:
        """Keep an answer for its learner and for those who handed in the same source so far, in one transaction.

        `former` is the result that a postponed hand-in took the place of.
        """
        row = self._row(task, answer)
        copies = self._sources.answered(key_of(task.exercise, task.submission))
        self.identical += len(copies)
        rows = [row, *(copied_row(copy, row) for copy in copies)]
        self._keep([(each, task.submission) for each in rows], {row.learner: former} if former else {})
        self._keep_late_copies()

    def _keep_late_copies(self) -> None:
        """Give those who handed in a source that was answered before they were read the result that is
        kept of it.
        """
        for key, first, copies in self._sources.late():
            exercise = self.exercises[key.exercise]
            result = self.store.classes.result(self.run.id, first.learner_key, exercise.id)
            if result is None:
                raise LookupError(f"the result of {first.learner_key} at {exercise.id} was kept and is gone")
            self.identical += len(copies)
            self._keep([(copied_row(copy, result), copy.submission) for copy in copies])

    def _row(self, task: Task, answer: Answer) -> ClassResult:
        if not isinstance(task.key, Handin):
            raise TypeError(f"a task of {task.key!r}, who handed in nothing")
        return graded_row(task.key, self._under(self.exercises[task.exercise]), answer)

    def _under(self, exercise: Exercise) -> GradedUnder:
        return GradedUnder(exercise, self.run.seed, self.digests[exercise.number], self.now())

    # --- from rows to results that are kept and told ------------------------------------------------------------

    def _take_unrun(self) -> list[_Row]:
        batch, self._unrun = self._unrun, []
        return batch

    def _record(self, batch: Sequence[_Row]) -> tuple[Recorded, ...]:
        return self.store.classes.record_results(self.run.id, batch, repeats=self.run.settings.again_of)

    def _keep(self, batch: Sequence[_Row], formers: Mapping[str, ClassResult] | None = None) -> None:
        """Keep rows durably; `formers` are what single learners had before a fault of ours."""
        counting = (self.run.settings.policy or Policy()).counts
        for each in self._record(batch) if batch else ():
            former = (formers or {}).get(each.result.learner, each.former)
            self._outbox.append(KeptResult(each.result, find_change(former, each.result, counting)))

    def _told(self) -> Iterator[KeptResult]:
        kept, self._outbox = self._outbox, []
        yield from kept
