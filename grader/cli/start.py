"""`grade start`: a working folder with the stubs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.screen import screen_for_output
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.system_reason import system_reason
from grader.domain.text import Text
from grader.reports.lines import Line, Tone

if TYPE_CHECKING:
    from grader.workflows.working_folder import Written


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
    from grader.workflows.working_folder import start_folder

    settings = settings_of(course, db, lang)
    try:
        written = start_folder(folder, settings.exercises(), settings.language, notebooks=notebook)
    except OSError as error:
        why = system_reason(error)
        raise UsageError(
            Text(f"{folder}: {why.en}", f"{folder}：{why.zh}"),
            Text("name a folder that you may write to", "请指定一个可写的目录"),
        ) from error
    if as_json:
        click.echo(json.dumps(_plain(folder, written), ensure_ascii=False))
    else:
        screen_for_output().print(_lines(folder, written, settings))


def _plain(folder: Path, written: Sequence[Written]) -> dict[str, object]:
    paths = {
        kept: [str(file.path.relative_to(folder)) for file in written if file.new is not kept]
        for kept in (False, True)
    }
    return {"schema": "addnorm.start/1", "folder": str(folder), "written": paths[False], "kept": paths[True]}


def _lines(folder: Path, written: Sequence[Written], settings: Settings) -> Iterator[Line]:
    new = sum(file.new for file in written)
    kept = len(written) - new
    yield Line(
        settings.say(
            f"{folder}: {new} {'file' if new == 1 else 'files'} written, {kept} left as they were",
            f"{folder}：写入 {new} 个文件，保留原有 {kept} 个",
        ),
        Tone.GOOD,
    )
    go = ("", "") if folder.resolve() == Path.cwd() else (f"cd {folder}, ", f"cd {folder}，")
    first = next((file.path.name for file in written if file.path.name.startswith("ex01")), "")
    yield Line(
        settings.say(
            f"Next: {go[0]}edit {first}, then: grade exercise 1",
            f"下一步：{go[1]}编辑 {first}，然后：grade exercise 1",
        )
    )
