"""`grade exercise`: grades one file, then says what came out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.screen import screen_for_output, wrapped_for_errors
from grader.cli.settings import Settings, settings_of, shared_options
from grader.cli.waiting import CLEARED, waiting
from grader.domain.exercise import Exercise
from grader.domain.exit_code import ExitCode
from grader.domain.misconception import Misconception
from grader.domain.result import GradeResult
from grader.domain.source_problem import SourceFault
from grader.domain.text import Language, Text
from grader.domain.verdict import Verdict
from grader.workflows.grade_exercise import Graded, find_file, grade_exercise, record_attempt

BAR_WIDTH = 30
TRAINING = Text("training your model", "正在训练你的模型")


@click.command()
@click.argument("name", shell_complete=complete_exercise)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Repeat the inputs of an earlier run.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.grade/1).")
@click.option("--staff", is_flag=True, help="Add hidden cases' differences, tracebacks and the log.")
@click.option("--mime", is_flag=True, hidden=True, help="Print a MIME bundle, for %grade in notebooks.")
@click.option("--verbose", "-v", is_flag=True, help="List every check; once accepted, the discussion too.")
@shared_options
def exercise(
    name: str,
    file: Path | None,
    seed: int | None,
    as_json: bool,
    staff: bool,
    mime: bool,
    verbose: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Grade exercise NAME: a number, an id or words ("3", "feed-forward").

    FILE is a .py file or a notebook; without it, exNN_*.py or .ipynb of this folder is taken. Exit code 0
    means accepted, 1 not accepted, 2 wrong usage, 70 the grader's own fault.
    """
    from grader.catalog.exercises import load_exercise
    from grader.catalog.search import find_exercise

    settings = settings_of(course, db, lang)
    found = load_exercise(settings.course, find_exercise(settings.course, name))
    path = find_file(found, settings.course, file, Path.cwd())
    if file is None:
        _say_file(path, settings)
    announced = settings.say(f"grading exercise {found.number} ...", f"正在评阅练习 {found.number} ……")
    with waiting(announced, wanted=not (as_json or mime)):
        graded = grade_exercise(
            settings.course,
            found,
            path,
            seed,
            meanwhile=_prepare,
            progress=_training_bar(settings.language) if sys.stderr.isatty() else lambda share: None,
        )
    _record(settings, graded)
    _show(graded.result, found, settings, as_json=as_json, staff=staff, mime=mime, verbose=verbose)
    if graded.result.verdict is Verdict.INTERNAL_ERROR:
        return ExitCode.OUR_FAULT
    return ExitCode.DONE if graded.result.accepted else ExitCode.NOT_ACCEPTED


def _show(
    result: GradeResult,
    found: Exercise,
    settings: Settings,
    *,
    as_json: bool,
    staff: bool,
    mime: bool,
    verbose: bool,
) -> None:
    """Print the result in the form that was asked for."""
    from grader.catalog.misconceptions import load_misconceptions

    catalogue = load_misconceptions(settings.course) if result.diagnoses else {}
    if mime:
        click.echo(json.dumps(_bundle(result, found, catalogue, settings), ensure_ascii=False))
    elif as_json:
        from grader.reports.result_json import staff_json, student_json

        form = staff_json if staff else student_json
        click.echo(json.dumps(form(result, catalogue, settings.language), ensure_ascii=False))
    else:
        from grader.reports.feedback import student_feedback
        from grader.reports.staff_feedback import staff_feedback

        screen = screen_for_output()
        feedback = student_feedback(result, found, catalogue, settings.language, _others(settings, result))
        screen.print(feedback.main + (feedback.more if verbose else ()))
        if verbose and result.accepted:
            from grader.reports.discussion import discussion_lines

            screen.print(discussion_lines(found, settings.language))
        if staff:
            screen.print(staff_feedback(result).lines)


def _others(settings: Settings, result: GradeResult) -> Sequence[Exercise]:
    """The exercises that a file may be meant for which lacks what was asked; read only then."""
    from grader.catalog.exercises import load_ladder

    lacks = result.problem is not None and result.problem.kind is SourceFault.MISSING_ENTRY
    return load_ladder(settings.course) if lacks else ()


def _say_file(path: Path, settings: Settings) -> None:
    """Name the file that was taken, on standard error; with a way out where it is but the course's own stub."""
    if path.parent == Path.cwd():
        click.echo(wrapped_for_errors(path.name), err=True)
        return
    told = settings.say(
        f"No file of this exercise in {Path.cwd()}: using the course's stub. Pass your file, or go to your folder (grade start).",
        f"{Path.cwd()} 里没有本题的文件，改用课程自带的代码骨架。请写出文件名，或进入你的工作目录（grade start）。",
    )
    click.echo(wrapped_for_errors(told), err=True)


def _training_bar(language: Language) -> Callable[[float], None]:
    """A line on standard error that grows with the training, and goes when it is done."""

    def show(share: float) -> None:
        bar = "#" * round(BAR_WIDTH * share)
        line = f"{TRAINING.get(language)} [{bar:<{BAR_WIDTH}}] {share:4.0%}"
        sys.stderr.write(f"{CLEARED}{line}" if share < 1 else CLEARED)
        sys.stderr.flush()

    return show


def _bundle(
    result: GradeResult, exercise: Exercise, catalogue: Mapping[str, Misconception], settings: Settings
) -> dict[str, str]:
    """The feedback for a notebook, as plain text and as HTML."""
    from grader.cli.screen import MOST_WIDTH, wrap
    from grader.reports.feedback import student_feedback
    from grader.reports.feedback_html import feedback_html

    feedback = student_feedback(
        result,
        exercise,
        catalogue,
        settings.language,
        _others(settings, result),
        regrade="%grade {number}",
    )
    rows = [
        " " * line.indent + row for line in feedback.main for row in wrap(line.text, MOST_WIDTH - line.indent)
    ]
    return {
        "text/plain": "\n".join(row.rstrip() for row in rows),
        "text/html": feedback_html(feedback, settings.language),
    }


def _prepare() -> None:
    """Import what is needed once the result is there."""
    import grader.reports.feedback  # noqa: F401
    import grader.store.store  # noqa: F401


def _record(settings: Settings, graded: Graded) -> None:
    """Keep the attempt, if it is one; the store is not even opened for what is none."""
    if not graded.result.verdict.is_attempt:
        return
    import os

    from grader.store.location import database_url
    from grader.store.store import open_store

    with open_store(database_url(settings.db, os.environ)) as store:
        record_attempt(store, graded, settings.learner, datetime.now(UTC))
