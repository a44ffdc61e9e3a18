"""`grade class`: a whole class's submissions, graded in parallel and kept one by one."""

from __future__ import annotations

import json
import os
import secrets
import signal
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.class_progress import Progress
from grader.cli.class_words import Outcome, outcome_json, outcome_lines
from grader.cli.people_files import PeopleFiles, people_options, people_wrote, policy_for, read_rules
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.cli.waiting import waiting
from grader.domain.classroom import Platform
from grader.domain.verdict import Confinement, Verdict

if TYPE_CHECKING:
    from grader.classrun.changes import Change
    from grader.classrun.engine import Engine
    from grader.classrun.process import GradingProcess
    from grader.classrun.run import ClassGrading
    from grader.domain.exercise import Exercise
    from grader.domain.record import ClassRun
    from grader.intake.class_folder import ClassFolder
    from grader.store.store import Store

EXIT_INTERRUPTED = 130
PLATFORMS = click.Choice([str(platform) for platform in Platform])


@dataclass(frozen=True)
class Wish:
    """What the options of one `grade class` ask for."""

    path: Path
    names: tuple[str, ...]
    form: str | None
    people: PeopleFiles
    jobs: int
    seed: int | None
    again: bool
    unconfined: bool
    engine: str
    scheduler: str | None


@click.command(name="class")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--exercise", "names", multiple=True, metavar="N", help="Grade this exercise only (may be repeated)."
)
@click.option("--from", "form", type=PLATFORMS, help="Insist on a platform's layout.")
@people_options
@click.option("--jobs", type=click.IntRange(1, 256), help="Grading processes (default: the number of cores).")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Give everyone these inputs.")
@click.option("--again", is_flag=True, help="Grade everything anew and list whose score changed, and why.")
@click.option(
    "--unconfined", is_flag=True, help="Run students' code even where this machine cannot lock it in."
)
@click.option("--engine", type=click.Choice(["local", "dask"]), default="local", help="Who carries the work.")
@click.option("--scheduler", metavar="ADDRESS", help="The dask scheduler (else dask starts a cluster here).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.class/1).")
@shared_options
def class_run(
    course: Path | None, db: str | None, lang: str | None, as_json: bool, jobs: int | None, **options: Any
) -> int:
    """Grade the submissions of a class: a folder or zip file as a platform exports it, or one folder a
    student.

    A second run goes on where the first stopped and grades only what has changed. Exit code 0: the run
    finished; 130: it was interrupted, and what was graded is kept.
    """
    settings = settings_of(course, db, lang)
    announced = settings.say("reading the submissions ...", "正在读取提交的文件……")
    with waiting(announced, wanted=not as_json):
        outcome = _run(Wish(jobs=jobs or _cores(), **options), settings)
    if as_json:
        click.echo(json.dumps(outcome_json(outcome), ensure_ascii=False))
    else:
        screen_for_output().print(outcome_lines(outcome, settings))
    if outcome.interrupted:
        kept = sum(outcome.graded.values())
        click.echo(
            settings.say(
                f"interrupted: the {kept} results so far are kept; the same command goes on from here",
                f"已中断：目前的 {kept} 个结果均已保存，再次运行同一命令即可继续",
            ),
            err=True,
        )
    return EXIT_INTERRUPTED if outcome.interrupted else 0


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(wish: Wish, settings: Settings) -> Outcome:
    from grader.catalog.course import course_digest
    from grader.catalog.exercises import load_ladder
    from grader.catalog.policy_file import read_policy
    from grader.catalog.search import find_exercise
    from grader.classrun import begin
    from grader.intake.class_folder import open_class
    from grader.sandbox.host import describe
    from grader.store.location import database_url
    from grader.store.store import open_store

    begin.check_confinement(describe().level, unconfined=wish.unconfined)
    begin.check_course(settings.course, wish.path)
    launched = _launch(wish)  # they import torch while this process reads
    wanted = sorted({find_exercise(settings.course, name) for name in wish.names})
    ladder = load_ladder(settings.course)
    exercises = begin.gradable(settings.course, ladder, wanted)
    digests = {exercise.number: course_digest(settings.course, exercise.number) for exercise in exercises}
    written = people_wrote(read_policy, wish.people.policy).policy if wish.people.policy else None
    label, url = str(wish.path.resolve()), database_url(settings.db, os.environ)
    with open_store(url) as store:
        rules = read_rules(wish.people, written or begin.policy_of(store, label))
        folder = open_class(wish.path, ladder, wanted, Platform(wish.form) if wish.form else None, rules)
        policy = written and policy_for(written, folder, [e.number for e in ladder], str(wish.people.policy))
        if url.startswith("postgresql"):  # others may be at work on this very run
            folder = folder.starting_at(secrets.randbelow(max(1, len(folder.learners))))
        run = begin.begin_or_continue(
            store,
            label,
            digests,
            seed=wish.seed,
            again=wish.again,
            policy=policy,
            now=datetime.now(UTC),
        )
        run = begin.keep_people(store, run, begin.people_of(folder, folder.join), folder.join)
        with closing(_engine(wish, settings, run.seed, len(folder.learners), launched)) as engine:
            return _grade(engine, settings, store, run, exercises, digests, folder)


def _launch(wish: Wish) -> list[GradingProcess]:
    from grader.classrun.process import GradingProcess

    return [GradingProcess.launch() for _ in range(wish.jobs)] if wish.engine == "local" else []


def _grade(
    engine: Engine,
    settings: Settings,
    store: Store,
    run: ClassRun,
    exercises: list[Exercise],
    digests: dict[int, str],
    folder: ClassFolder,
) -> Outcome:
    from grader.classrun.quizzes import QuizKeeper
    from grader.classrun.run import ClassGrading
    from grader.quiz.bank import load_quizzes

    progress = Progress(len(folder.learners), settings)
    changes: list[Change] = []
    by_number = {exercise.number: exercise for exercise in exercises}
    interrupted = False
    progress.begin()  # before the engine: starting it takes seconds
    quizzes = QuizKeeper(lambda: load_quizzes(settings.course), store.quiz_memory)
    grading = ClassGrading(
        store, run, by_number, digests, engine, quizzes, lambda: datetime.now(UTC), folder.join
    )
    try:
        for told in grading.grade(folder.read()):
            progress.add(told.result.verdict, grading.learners_read, grading.skipped)
            if told.change is not None:
                changes.append(told.change)
    except KeyboardInterrupt:
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # the second Ctrl-C of the impatient must not spoil the end
        interrupted = True
    finally:
        progress.end()
    if not interrupted:
        store.classes.end_run(run.id, datetime.now(UTC))
    return _outcome(run, grading, progress.counts, store, changes, folder, interrupted=interrupted)


def _engine(
    wish: Wish, settings: Settings, seed: int, learners: int, launched: list[GradingProcess]
) -> Engine:
    require = Confinement.NONE if wish.unconfined else Confinement.NO_OPENS
    if wish.engine == "dask":
        from grader.classrun.dask import Cluster, chunk_for

        return Cluster(settings.course, seed, wish.jobs, require, wish.scheduler, chunk_for(learners))
    from grader.classrun.pool import Pool

    return Pool(settings.course, seed, wish.jobs, require, launched=launched)


def _outcome(
    run: ClassRun,
    grading: ClassGrading,
    counts: Counter[Verdict],
    store: Store,
    changes: list[Change],
    folder: ClassFolder,
    *,
    interrupted: bool,
) -> Outcome:
    graded: Mapping[Verdict, int] = dict(counts)
    return Outcome(
        run,
        interrupted,
        graded,
        store.classes.verdicts(run.id),
        grading.skipped,
        grading.identical,
        tuple(changes),
        tuple(grading.quizzes.kept),
        tuple(grading.quizzes.refused),
        tuple(grading.unplaced),
        folder.problems,
        folder.notes,
        folder.join,
        _keys(run),
    )


def _keys(run: ClassRun) -> tuple[str, ...]:
    """The keys under which the class's people are kept."""
    return run.settings.people
