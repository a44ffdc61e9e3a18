"""`grade kit`: a platform's autograder as a zip file."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.settings import settings_of, shared_options
from grader.domain.text import Language
from grader.reports.plain_values import points


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The zip file."
)
@click.option(
    "--format", "form", type=click.Choice(["gradescope", "classroom50"]), required=True, help="For whom."
)
@click.option(
    "--exercise", "names", multiple=True, required=True, metavar="N", help="An exercise (may be repeated)."
)
@click.option(
    "--unconfined", is_flag=True, help="Grade even where the container cannot lock student code in."
)
@shared_options
def kit(
    output: Path,
    form: str,
    names: tuple[str, ...],
    unconfined: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> None:
    """Build the autograder of an assignment for Gradescope or Classroom 50.

    The zip holds the reference solutions: hand it to the platform and to nobody else. --lang is the
    language in which learners are answered.
    """
    from grader.catalog.exercises import load_exercise
    from grader.catalog.search import find_exercise
    from grader.workflows.autograde import ResultFile
    from grader.workflows.build_autograder import build_autograder

    settings = settings_of(course, db, lang)
    numbers = sorted({find_exercise(settings.course, name) for name in names})
    exercises = [load_exercise(settings.course, number) for number in numbers]
    language = Language(settings.language)
    built = build_autograder(
        settings.course, exercises, ResultFile(form), output, language, unconfined=unconfined
    )
    click.echo(
        settings.say(
            f"{built.path}: {built.files} files. It holds the answers: only the platform may have it.\n"
            f"The assignment's points: {points(built.points)}.",
            f"{built.path}：共 {built.files} 个文件。其中包含答案，只能上传到平台。\n"
            f"作业的总分应设为 {points(built.points)}。",
        )
    )
