"""`grade reset`: the stub again, with the old file kept."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import click

from grader.cli.exercise_completion import complete_exercise
from grader.cli.screen import screen_for_output
from grader.cli.settings import settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.reports.lines import Line, Tone


@click.command()
@click.argument("name", shell_complete=complete_exercise)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.reset/1).")
@shared_options
def reset(
    name: str, file: Path | None, as_json: bool, course: Path | None, db: str | None, lang: str | None
) -> None:
    """Put the stub of exercise NAME back; what you wrote is kept in backups/. Attempts and scores stay."""
    from grader.workflows.working_folder import file_to_reset, reset_file

    settings = settings_of(course, db, lang)
    exercise = settings.exercise(name)
    path = file_to_reset(exercise, Path.cwd(), file)
    try:
        done = reset_file(exercise, path, settings.language, datetime.now().astimezone())
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{path}: {why.en}", f"{path}：{why.zh}"),
            Text("name a file in a folder that you may write to", "请指定一个可写目录中的文件"),
        ) from error
    if as_json:
        backup = str(done.backup) if done.backup is not None else None
        plain = {"schema": "addnorm.reset/1", "file": str(path), "backup": backup}
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    shown = path.name
    if done.backup is not None:
        kept = f"{done.backup.parent.name}/{done.backup.name}"
        line = Line(
            settings.say(
                f"Restored the stub in {shown} (your version: {kept})",
                f"{shown} 已恢复为初始骨架；你写的版本保存在 {kept}",
            ),
            Tone.GOOD,
        )
    else:
        line = Line(settings.say(f"{shown} is the stub", f"{shown} 就是空白题目"))
    screen_for_output().print([line])
