"""The use case `grade class`: a folder of hand-ins becomes a run of kept results."""

from __future__ import annotations

import secrets
import signal
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_ladder
from grader.catalog.search import find_exercise
from grader.classbook.rules import rules_of
from grader.classrun import begin
from grader.classrun.changes import Change
from grader.classrun.engine import Engine
from grader.classrun.people import (
    PeopleFiles,
    keep_people,
    people_of,
    policy_for,
    read_rules,
    written_policy,
)
from grader.classrun.process import GradingProcess
from grader.classrun.quizzes import KeptQuiz, QuizKeeper
from grader.classrun.run import ClassGrading
from grader.domain.classroom import Handin, IntakeProblem, Platform
from grader.domain.policy import Counts
from grader.domain.record import ClassResult, ClassRun
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Verdict
from grader.intake.class_folder import ClassFolder, open_class
from grader.intake.notes import IntakeNotes
from grader.intake.roster_join import RosterJoin
from grader.quiz.question import Quiz
from grader.sandbox.host import describe
from grader.store.store import Store, open_store


@dataclass(frozen=True)
class ClassRequest:
    """What is to be graded, and how. `exercises` are names as people type them, () for all that have a reference."""

    course: Path
    database_url: str
    path: Path
    exercises: tuple[str, ...]
    form: Platform | None
    people: PeopleFiles
    jobs: int
    seed: int | None
    again: bool
    unconfined: bool
    engine: str
    scheduler: str | None


class Watcher(Protocol):
    """Whoever is shown how the run is getting on."""

    def begin(self, learners: int) -> None:
        """The hand-ins of that many learners are about to be graded."""

    def add(self, verdict: Verdict, learners_read: int, unchanged: int) -> None:
        """One result is kept; so many learners were read, so many results hold still."""

    def end(self) -> None:
        """Nothing more comes."""


@dataclass(frozen=True)
class OpenResult:
    """A submission that could not be judged, by our own fault; `why` is for staff."""

    learner: str
    exercise: int
    why: str


@dataclass(frozen=True)
class ClassOutcome:
    """All that a class run has to say for itself.

    `graded` counts what was kept now, `in_all` the verdicts that count in the whole run. `learners` are everybody's
    keys, as `grade report --learner` takes them; `reasons` the kinds of fault of all that cannot be graded.
    """

    run: ClassRun
    interrupted: bool
    graded: Mapping[Verdict, int]
    in_all: Mapping[Verdict, int]
    unchanged: int
    identical: int
    changes: tuple[Change, ...]
    open_results: tuple[OpenResult, ...]
    quizzes: tuple[KeptQuiz, ...]
    refused_quizzes: tuple[tuple[str, Text], ...]
    unplaced: tuple[Handin, ...]
    problems: tuple[IntakeProblem, ...]
    notes: IntakeNotes
    join: RosterJoin | None
    learners: tuple[str, ...]
    reasons: tuple[str, ...] = ()


def grade_class(request: ClassRequest, watcher: Watcher, now: Callable[[], datetime]) -> ClassOutcome:
    """Grade a class's hand-ins, or go on where an earlier run stopped. Raises UsageError for what cannot be graded.

    Ctrl-C ends the run early; what was told is kept.
    """
    begin.check_confinement(describe().level, unconfined=request.unconfined)
    begin.check_course(request.course, request.path)
    launched = _launch(request)  # they import torch while this process reads
    ladder = load_ladder(request.course)
    wanted = sorted({find_exercise(request.course, name) for name in request.exercises})
    exercises = begin.gradable(request.course, ladder, wanted)
    digests = {exercise.number: course_digest(request.course, exercise.number) for exercise in exercises}
    written, label = written_policy(request.people), str(request.path.resolve())
    with open_store(request.database_url) as store:
        rules = read_rules(request.people, written or begin.policy_of(store, label))
        folder = open_class(request.path, ladder, wanted, request.form, rules)
        numbers = [exercise.number for exercise in ladder]
        policy = written and policy_for(written, folder, numbers, str(request.people.policy))
        if request.database_url.startswith("postgresql"):  # others may be at work on this very run
            folder = folder.starting_at(secrets.randbelow(max(1, len(folder.learners))))
        run = begin.begin_or_continue(
            store, label, digests, seed=request.seed, again=request.again, policy=policy, now=now()
        )
        run = keep_people(store, run, people_of(folder, folder.join), folder.join)
        with closing(_engine(request, run.seed, len(folder.learners), launched)) as engine:
            quizzes = QuizKeeper(lambda: _bank(request.course), store.quiz_memory)
            by_number = {exercise.number: exercise for exercise in exercises}
            grading = ClassGrading(store, run, by_number, digests, engine, quizzes, now)
            return _graded(grading, folder, watcher)


def _bank(course: Path) -> tuple[Quiz, ...]:
    from grader.quiz.bank import (
        load_quizzes,  # most classes have no quiz files, and its models are slow to import
    )

    return load_quizzes(course)


def _launch(request: ClassRequest) -> list[GradingProcess]:
    return [GradingProcess.launch() for _ in range(request.jobs)] if request.engine == "local" else []


def _engine(request: ClassRequest, seed: int, learners: int, launched: list[GradingProcess]) -> Engine:
    require = Confinement.NONE if request.unconfined else Confinement.NO_OPENS
    if request.engine == "dask":
        from grader.classrun.dask import Cluster, chunk_for

        return Cluster(request.course, seed, request.jobs, require, request.scheduler, chunk_for(learners))
    from grader.classrun.pool import Pool

    return Pool(request.course, seed, request.jobs, require, launched=launched)


def _graded(grading: ClassGrading, folder: ClassFolder, watcher: Watcher) -> ClassOutcome:
    """Take everything through the run, and gather what it has to say."""
    counts: Counter[Verdict] = Counter()
    changes: list[Change] = []
    open_results: list[OpenResult] = []
    interrupted = False
    watcher.begin(len(folder.learners))  # before the engine: starting it takes seconds
    try:
        for kept in grading.grade(folder.read()):
            counts[kept.result.verdict] += 1
            watcher.add(kept.result.verdict, grading.learners_read, grading.skipped)
            if kept.change is not None:
                changes.append(kept.change)
            if kept.result.verdict is Verdict.INTERNAL_ERROR:
                open_results.append(_open(kept.result))
    except KeyboardInterrupt:
        # the second Ctrl-C of the impatient must not spoil the end
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        interrupted = True
    finally:
        watcher.end()
    store, run = grading.store, grading.run
    if not interrupted:
        store.classes.end_run(run.id, grading.now())
    return ClassOutcome(
        run,
        interrupted,
        dict(counts),
        _verdicts_that_count(store, run),
        grading.skipped,
        grading.identical,
        tuple(changes),
        tuple(open_results),
        tuple(grading.quizzes.kept),
        tuple(grading.quizzes.refused),
        tuple(grading.unplaced),
        folder.problems,
        folder.notes,
        folder.join,
        run.settings.people,
        tuple(store.class_reading.reasons(run.id).values()),
    )


def _open(result: ClassResult) -> OpenResult:
    failure = result.result.grade.failure
    return OpenResult(result.learner, result.exercise_number, failure.summary if failure is not None else "")


def _verdicts_that_count(store: Store, run: ClassRun) -> Mapping[Verdict, int]:
    """How many results of the run have each verdict, of several attempts the one that counts; most frequent first."""
    policy = run.settings.policy
    if policy is None or policy.counts is Counts.LAST:
        return store.classes.verdicts(run.id)
    rules, counts = rules_of(store, run), Counter[Verdict]()
    for score in store.class_reading.scores(run.id):
        place = rules.settle(score).attempt
        earlier = place is not None and place < len(score.attempts)
        counts[score.attempts[place or 0].verdict if earlier else score.verdict] += 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))))
