"""`grade export quiz`: the question bank for Moodle, Canvas or Anki."""

from __future__ import annotations

import json
from pathlib import Path

import click

from grader.cli.settings import settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.text import Text


@click.group()
def export() -> None:
    """Export the course's content to other platforms."""


@export.command("quiz")
@click.argument("name", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["moodle-xml", "gift", "qti", "anki"]),
    required=True,
    help="moodle-xml keeps most; qti is for Canvas; anki makes cards (text, or a package for FILE.apkg).",
)
@click.option(
    "--variants",
    type=click.IntRange(1, 50),
    default=3,
    show_default=True,
    help="Of questions with random numbers.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write here, not to standard output.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="With -o: print one JSON object (schema addnorm.export/1)."
)
@shared_options
def export_quiz(
    name: str | None,
    form: str,
    variants: int,
    output: Path | None,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Export every question, or those of quiz NAME.

    Without --lang both languages are written, each to a file
    of its own: bank.xml becomes bank.en.xml and bank.zh.xml.
    """
    from grader.domain.text import Language
    from grader.workflows.export_quiz import ExportRequest, PlatformFormat, export_files, export_text

    settings = settings_of(course, db, lang)
    languages = (settings.language,) if lang else tuple(Language)
    wanted = ExportRequest(PlatformFormat(form), languages, variants, name)
    if output is None and as_json:
        raise UsageError(
            Text("--json tells what was written to files", "--json 说明写出了哪些文件"),
            Text("Name a file with -o.", "请用 -o 指定文件。"),
        )
    if output is None:
        click.echo(export_text(settings.course, wanted), nl=False)
        return 0
    written = export_files(settings.course, wanted, output)
    if as_json:
        files = [
            {"file": str(path), "language": str(language), "questions": count}
            for language, (path, count) in zip(languages, written, strict=True)
        ]
        plain = {"schema": "addnorm.export/1", "format": form, "files": files}
        click.echo(json.dumps(plain, ensure_ascii=False))
        return 0
    for path, count in written:
        click.echo(settings.say(f"{path}: {count} questions", f"{path}：{count} 题"), err=True)
    return 0
