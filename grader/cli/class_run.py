"""`grade class`: a whole class's submissions, graded in parallel, kept one by one."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.class_progress import Progress
from grader.cli.class_words import outcome_json, outcome_lines
from grader.cli.people_files import people_options
from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.cli.waiting import waiting
from grader.domain.classroom import Platform
from grader.domain.exit_code import ExitCode

if TYPE_CHECKING:
    from grader.classrun.people import PeopleFiles
    from grader.workflows.grade_class import ClassOutcome

PLATFORMS = click.Choice([str(platform) for platform in Platform])


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
    path: Path,
    names: tuple[str, ...],
    form: str | None,
    people: PeopleFiles,
    jobs: int | None,
    seed: int | None,
    again: bool,
    unconfined: bool,
    engine: str,
    scheduler: str | None,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Grade the submissions of a class: a folder or zip file as a platform exports it, or one folder a student.

    A second run goes on where the first stopped and grades only what has changed. Exit code 0: the run
    finished; 130: it was interrupted, and what was graded is kept.
    """
    from grader.store.location import database_url
    from grader.workflows.grade_class import ClassRequest, grade_class

    settings = settings_of(course, db, lang)
    request = ClassRequest(
        settings.course,
        database_url(settings.db, os.environ),
        path,
        names,
        Platform(form) if form else None,
        people,
        jobs or _cores(),
        seed,
        again,
        unconfined,
        engine,
        scheduler,
    )
    announced = settings.say("reading the submissions ...", "正在读取提交的文件……")
    with waiting(announced, wanted=not as_json):
        outcome = grade_class(request, Progress(settings), lambda: datetime.now(UTC))
    return _tell(outcome, settings, as_json=as_json)


def _tell(outcome: ClassOutcome, settings: Settings, *, as_json: bool) -> int:
    """Print what the run has to say; returns the exit code."""
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
    return ExitCode.INTERRUPTED if outcome.interrupted else ExitCode.DONE


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
