"""`grade start`: a working folder with the stubs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from grader.cli.screen import screen_for_output
from grader.cli.settings import settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.reports.lines import Line, Tone


@click.command()
@click.argument("folder", default="addnorm-work", type=click.Path(path_type=Path))
@click.option("--notebook", is_flag=True, help="Write notebooks instead of Python files.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.start/1).")
@shared_options
def start(
    folder: Path, notebook: bool, as_json: bool, course: Path | None, db: str | None, lang: str | None
) -> None:
    """Make a working folder with one stub for each exercise, its statement, and the blocks that are given.

    What is there already is left alone.
    """
    from grader.catalog.exercises import load_ladder
    from grader.workflows.working_folder import start_folder

    settings = settings_of(course, db, lang)
    try:
        written = start_folder(folder, load_ladder(settings.course), settings.language, notebooks=notebook)
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{folder}: {why.en}", f"{folder}：{why.zh}"),
            Text("name a folder that you may write to", "请指定一个可写的目录"),
        ) from error
    if as_json:
        rows = {
            kept: [str(f.path.relative_to(folder)) for f in written if f.new is not kept]
            for kept in (False, True)
        }
        plain = {
            "schema": "addnorm.start/1",
            "folder": str(folder),
            "written": rows[False],
            "kept": rows[True],
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    new = sum(file.new for file in written)
    kept = len(written) - new
    go = ("", "") if folder.resolve() == Path.cwd() else (f"cd {folder}, ", f"cd {folder}，")
    screen = screen_for_output()
    first = next((f.path.name for f in written if f.path.name.startswith("ex01")), "")
    screen.print(
        [
            Line(
                settings.say(
                    f"{folder}: {new} {'file' if new == 1 else 'files'} written, {kept} left as they were",
                    f"{folder}：写入 {new} 个文件，保留原有 {kept} 个",
                ),
                Tone.GOOD,
            ),
            Line(
                settings.say(
                    f"Next: {go[0]}edit {first}, then: grade exercise 1",
                    f"下一步：{go[1]}编辑 {first}，然后：grade exercise 1",
                )
            ),
        ]
    )
