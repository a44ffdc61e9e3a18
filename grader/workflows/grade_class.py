"""The use case `grade class`: every submission of a class graded once, each result durable when it is told."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from grader import __version__
from grader.catalog.course import course_digest
from grader.domain.classroom import Handin, IntakeProblem, SavedQuiz
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.record import ClassResult, ClassRun, Learner
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement, Verdict
from grader.intake.class_folder import ClassFolder
from grader.intake.roster import RosterJoin
from grader.intake.source_file import is_untouched
from grader.store.store import Store
from grader.workflows.class_pool import Pool, Task
from grader.workflows.grade_exercise import fresh_seed

MAX_SCORE = 10.0


@dataclass(frozen=True)
class Told:
    """One result as it is told: durable already. `former` is the one that it replaced, if there was one."""

    result: ClassResult
    former: ClassResult | None
    copied: bool = False


@dataclass
class ClassGrading:
    """A class run under way, or one that goes on where an earlier one stopped."""

    store: Store
    course: Path
    exercises: Mapping[int, Exercise]
    run: ClassRun
    jobs: int
    require: Confinement
    now: Callable[[], datetime]
    quizzes: list[SavedQuiz] = field(default_factory=list)
    skipped: int = 0

    def grade(self, handins: Iterator[Handin | SavedQuiz], names: RosterJoin | None) -> Iterator[Told]:
        """Grade what is not graded yet and yield each result once it is kept.

        Identical sources of one exercise are graded once. What could not be read is a result of its own.
        """
        digests = {number: course_digest(self.course, number) for number in self.exercises}
        done = self.store.classes.graded(self.run.id)
        first_of: dict[tuple[int, str], str] = {}
        waiting: dict[tuple[int, str], list[Handin]] = {}
        ready: list[tuple[ClassResult, Submission | None]] = []

        def tasks() -> Iterator[Task]:
            for item in handins:
                if isinstance(item, SavedQuiz):
                    self.quizzes.append(item)
                    continue
                for number in self._numbers(item):
                    exercise = self.exercises[number]
                    submission = item.submission
                    digest = submission.digest if submission is not None else None
                    if done.get((item.learner_key, exercise.id)) == (digest, self.run.seed, digests[number]):
                        self.skipped += 1
                    elif submission is None or is_untouched(submission, exercise.stub):
                        ready.append((self._unrun(item, exercise, digests[number]), submission))
                    elif (number, submission.digest) in first_of:
                        waiting.setdefault((number, submission.digest), []).append(item)
                    else:
                        first_of[number, submission.digest] = item.learner_key
                        yield Task(item, number, submission, exercise.limits.wall_seconds)

        with closing(Pool(self.course, self.run.seed, self.jobs, self.require)) as pool:
            for task, stored in pool.run(tasks()):
                assert isinstance(task.key, Handin)
                exercise = self.exercises[task.exercise]
                result = self._result(task.key, exercise, digests[task.exercise], task.submission, stored)
                copies = waiting.pop((task.exercise, task.submission.digest), [])
                first_of[task.exercise, task.submission.digest] = result.learner
                batch = [(result, task.submission), *ready]
                batch += [(_for(copy, result), task.submission) for copy in copies]
                ready.clear()
                yield from self._keep(batch)
                yield from self._keep_copies(waiting, first_of)
            yield from self._keep(ready)
            yield from self._keep_copies(waiting, first_of)

    def _numbers(self, item: Handin) -> Sequence[int]:
        """The exercises that a hand-in counts for; what nobody can place counts for every exercise of a run of one."""
        wanted = [number for number in item.exercises if number in self.exercises]
        if not item.exercises and len(self.exercises) == 1:
            wanted = list(self.exercises)
        return wanted

    def _keep(self, batch: Sequence[tuple[ClassResult, Submission | None]]) -> Iterator[Told]:
        if batch:
            formers = self.store.classes.record_results(self.run.id, batch)
            yield from (Told(result, former) for (result, _), former in zip(batch, formers, strict=True))

    def _keep_copies(
        self, waiting: dict[tuple[int, str], list[Handin]], first_of: Mapping[tuple[int, str], str]
    ) -> Iterator[Told]:
        """Give those who handed in an identical source the result that the first of them has by now."""
        for (number, digest), copies in list(waiting.items()):
            exercise = self.exercises[number]
            result = self.store.classes.result(self.run.id, first_of[number, digest], exercise.id)
            if result is None or result.submission_digest != digest:
                continue
            del waiting[number, digest]
            yield from self._keep([(_for(copy, result), copy.submission) for copy in copies])

    def _unrun(self, item: Handin, exercise: Exercise, digest: str) -> ClassResult:
        verdict = Verdict.NOT_ATTEMPTED if item.submission is not None else Verdict.INVALID_SUBMISSION
        plain: dict[str, Any] = {} if item.problem is None else {"intake": _plain_problem(item.problem)}
        return self._row(item, exercise, digest, verdict, 0.0, MAX_SCORE, plain, 0.0)

    def _result(
        self,
        item: Handin,
        exercise: Exercise,
        digest: str,
        submission: Submission,
        stored: dict[str, Any] | None,
    ) -> ClassResult:
        if stored is None:
            return self._row(item, exercise, digest, Verdict.INTERNAL_ERROR, 0.0, MAX_SCORE, {}, 0.0)
        verdict = Verdict(stored["verdict"])
        return self._row(
            item, exercise, digest, verdict, stored["score"], stored["max_score"], stored, stored["seconds"]
        )

    def _row(
        self,
        item: Handin,
        exercise: Exercise,
        digest: str,
        verdict: Verdict,
        score: float,
        max_score: float,
        stored: Mapping[str, object],
        seconds: float,
    ) -> ClassResult:
        return ClassResult(
            learner=item.learner_key,
            exercise_number=exercise.number,
            exercise_id=exercise.id,
            file_name=item.file_name,
            submission_digest=item.submission.digest if item.submission is not None else None,
            seed=self.run.seed,
            course_digest=digest,
            verdict=verdict,
            score=score,
            max_score=max_score,
            result=stored,
            graded_at=self.now(),
            seconds=seconds,
            submitted_at=item.submitted_at,
            late=item.late,
        )


def begin_or_continue(
    store: Store,
    label: str,
    exercises: Sequence[Exercise],
    digest: str,
    *,
    seed: int | None,
    again: bool,
    now: datetime,
) -> ClassRun:
    """The run to work on: the newest of this label with the same exercises and seed, else a new one.

    `again` begins a new run with the former one's seed, so that scores can be compared.
    """
    numbers = tuple(exercise.number for exercise in exercises)
    former = store.classes.newest_run(label)
    same = former is not None and former.exercises == numbers and seed in (None, former.seed)
    if former is not None and same and not again:
        return former
    chosen = seed if seed is not None else former.seed if former is not None and same else fresh_seed()
    run = ClassRun(uuid.uuid4().hex[:12], label, chosen, digest, __version__, numbers, {}, now)
    store.classes.begin_run(run)
    return run


def check_confinement(level: Confinement, *, unconfined: bool) -> None:
    """Refuse to run a class's code without a lock unless that is insisted on."""
    if level.strength < Confinement.NO_OPENS.strength and not unconfined:
        raise UsageError(
            f"this machine offers the confinement {level!r}: a class's code must not run here",
            "run it in a container or a virtual machine (SECURITY.md), or insist with --unconfined",
        )


def people_of(folder: ClassFolder, join: RosterJoin | None) -> list[Learner]:
    """The class's people as they are kept: roster data where a roster knows them, else the platform's names."""
    people = []
    for key, name in folder.learners:
        members = join.people.get(key, ()) if join is not None else ()
        first = members[0] if len(members) == 1 else None
        people.append(
            Learner(key, first.name or name, first.section, first.email) if first else Learner(key, name)
        )
    return people


def _for(copy: Handin, result: ClassResult) -> ClassResult:
    return replace(
        result,
        learner=copy.learner_key,
        file_name=copy.file_name,
        submitted_at=copy.submitted_at,
        late=copy.late,
    )


def _plain_problem(problem: IntakeProblem) -> dict[str, str]:
    return {"kind": str(problem.kind), "path": problem.path, "detail": problem.detail}
