"""`grade kit`: a student's kit, or a platform's autograder, as a zip file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Language, Text
from grader.reports.plain_values import points


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The zip file."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["zip", "gradescope", "classroom50"]),
    default="zip",
    help="For whom: students (zip, the default) or a platform.",
)
@click.option(
    "--exercise", "names", multiple=True, metavar="N", help="An exercise (may be repeated; a zip takes all)."
)
@click.option(
    "--unconfined", is_flag=True, help="Grade even where the container cannot lock student code in."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.kit/1).")
@shared_options
def kit(
    output: Path,
    form: str,
    names: tuple[str, ...],
    unconfined: bool,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> None:
    """Build what students get, or the autograder of an assignment for Gradescope or Classroom 50.

    The student's zip has stubs, statements, quizzes, sealed public cases and a wheel, and nothing of the reference
    solutions. An autograder's zip holds them: hand it to the platform and to nobody else. --lang is the
    language in which it answers learners.
    """
    settings = settings_of(course, db, lang)
    numbers = sorted({settings.number_of(name) for name in names})
    exercises = [settings.exercise(str(number)) for number in numbers]
    if form == "zip":
        _student_kit(settings, exercises, output, as_json)
    elif not exercises:
        raise UsageError(
            Text("an autograder is for one assignment", "自动评分包只用于一份作业"),
            Text("name its exercises: --exercise 3", "请指定作业包含的练习：--exercise 3"),
        )
    else:
        _autograder(settings, exercises, form, output, unconfined, as_json)


def _student_kit(settings: Settings, named: Sequence[Exercise], output: Path, as_json: bool) -> None:
    from grader.workflows.build_kit import build_kit

    built = build_kit(settings.course, named or settings.exercises(), output)
    if as_json:
        click.echo(_plain(built.path, built.files, built.sealed, built.left_out))
        return
    count = len(built.sealed)
    click.echo(
        settings.say(
            f"{built.path}: {built.files} files, {count} exercises with sealed public cases, no reference solutions.",
            f"{built.path}：共 {built.files} 个文件，{count} 道练习附有封存的公开用例，不含参考答案。",
        )
    )
    for number, checks in built.left_out.items():
        click.echo(
            settings.say(
                f"exercise {number}: not sealed, left to the hidden ones: {', '.join(checks)}",
                f"练习 {number}：未能封存，归入隐藏检查：{'、'.join(checks)}",
            ),
            err=True,
        )


def _autograder(
    settings: Settings,
    exercises: Sequence[Exercise],
    form: str,
    output: Path,
    unconfined: bool,
    as_json: bool,
) -> None:
    from grader.workflows.autograde import ResultFile
    from grader.workflows.build_autograder import build_autograder

    language = Language(settings.language)
    built = build_autograder(
        settings.course, exercises, ResultFile(form), output, language, unconfined=unconfined
    )
    if as_json:
        click.echo(_plain(built.path, built.files, [e.number for e in exercises], {}))
        return
    click.echo(
        settings.say(
            f"{built.path}: {built.files} files. It holds the answers: only the platform may have it.\n"
            f"The assignment's points: {points(built.points)}.",
            f"{built.path}：共 {built.files} 个文件。其中包含答案，只能上传到平台。\n"
            f"作业的总分应设为 {points(built.points)}。",
        )
    )


def _plain(path: Path, files: int, exercises: Sequence[int], left_out: Mapping[int, tuple[str, ...]]) -> str:
    """The JSON object of a finished zip."""
    plain = {
        "schema": "addnorm.kit/1",
        "file": str(path),
        "files": files,
        "exercises": list(exercises),
        "left_out": {str(number): list(checks) for number, checks in left_out.items()},
    }
    return json.dumps(plain, ensure_ascii=False)
