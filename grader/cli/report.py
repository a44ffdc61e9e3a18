"""`grade report`: a class's scores, as a page for the instructor or as a file for a platform."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.people_files import people_wrote
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.text import Text

if TYPE_CHECKING:
    from grader.reports.fill import Filled
    from grader.workflows.make_report import Format, Reporter, ReportFile

FORMATS = (
    "html", "csv", "csv-long", "json", "xlsx", "markdown", "junit", "canvas", "moodle", "brightspace",
    "blackboard", "gradescope", "classroom50",
)  # fmt: skip
_SHOWN = 8


@click.command()
@click.option("--run", "run_id", metavar="ID", help="The run to report (default: the newest).")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="html", show_default=True, help="The form."
)
@click.option("--learner", metavar="KEY", help="One person's report instead of the class's.")
@click.option(
    "--fill", "to_fill", type=click.Path(path_type=Path), metavar="FILE",
    help="Fill the grade file that the platform exported; nothing else in it changes.",
)  # fmt: skip
@click.option(
    "--column", "columns", multiple=True, metavar="N=HEADER",
    help="With --fill: exercise N (or total) goes into this column.",
)  # fmt: skip
@click.option("--exercise", metavar="N", help="With --fill: this exercise alone.")
@click.option(
    "--policy", type=click.Path(path_type=Path), metavar="TOML", help="Other rules than the run's own."
)
@click.option("--anonymous", is_flag=True, help="Stable pseudonyms instead of names.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="PATH",
    help="A file, or a folder for a page a person (default: standard output).",
)  # fmt: skip
@click.option(
    "--json", "as_json", is_flag=True,
    help="The same as --format json; with --fill and -o, what was filled (schema addnorm.filled/1).",
)  # fmt: skip
@shared_options
def report(course: Path | None, db: str | None, lang: str | None, run_id: str | None, **options: Any) -> None:
    """Report the scores of a class run.

    With `-o FOLDER`, HTML is the class's page and a page for each learner. `--fill` takes the file that the
    platform exported, matches people by id and writes the grade cells alone; who could not be matched is told.
    """
    settings = settings_of(course, db, lang)
    from grader.store.location import database_url
    from grader.store.store import open_store

    url = database_url(settings.db, os.environ)
    with open_store(url) as store:
        from grader.classbook.book import find_run
        from grader.workflows.make_report import Format, Reporter

        policy = _policy(options["policy"])
        reporter = Reporter(
            store, settings.course, find_run(store, run_id), settings.language, datetime.now(UTC), policy,
            options["anonymous"],
        )  # fmt: skip
        form = "json" if options["as_json"] and options["to_fill"] is None else options["form"]
        _make(reporter, Format(form), options, settings)


def _policy(path: Path | None) -> Any:
    if path is None:
        return None
    from grader.catalog.policy_file import read_policy

    return people_wrote(read_policy, path).policy


def _make(reporter: Reporter, form: Format, options: dict[str, Any], settings: Settings) -> None:
    output: Path | None = options["output"]
    if options["to_fill"] is not None:
        if options["as_json"] and (output is None or str(output) == "-"):
            raise UsageError(
                Text("--json tells what was written to a file", "--json 说明写出了哪个文件"),
                Text("Name a file with -o.", "请用 -o 指定文件。"),
            )
        filled = reporter.fill(
            form,
            options["to_fill"],
            _chosen(options["columns"], settings),
            _exercise(options["exercise"], settings),
        )
        _write(output, [filled.body], form)
        if options["as_json"]:
            click.echo(json.dumps(_filled_plain(filled, output), ensure_ascii=False))
            return
        for line in fill_lines(filled, settings):
            click.echo(line, err=True)
    elif options["columns"] or options["exercise"]:
        raise UsageError(
            Text("--column and --exercise go with --fill", "--column 和 --exercise 只能与 --fill 一起用"),
            Text("Name the platform's file with --fill.", "请用 --fill 指定平台导出的文件。"),
        )
    elif options["learner"] is not None:
        _write(output, reporter.of_learner(form, options["learner"]).pieces, form)
    elif output is not None and _is_folder(output):
        _write_all(output, reporter.folder(form), settings)
    else:
        _write(output, reporter.whole(form).pieces, form)


def _is_folder(path: Path) -> bool:
    return path.is_dir() or path.suffix == ""


def _chosen(columns: tuple[str, ...], settings: Settings) -> dict[int, str]:
    """Exercise number (0 for the total) -> header, of the options N=HEADER."""
    from grader.catalog.search import find_exercise
    from grader.reports.fill import TOTAL

    chosen: dict[int, str] = {}
    for given in columns:
        name, equals, header = given.partition("=")
        if not equals or not header.strip():
            raise UsageError(
                Text(f"--column {given} names no header", f"--column {given} 没有写列名"),
                Text(
                    "Write --column 3=HEADER or --column total=HEADER.",
                    "请写成 --column 3=列名 或 --column total=列名。",
                ),
            )
        number = TOTAL if name.strip().casefold() == "total" else find_exercise(settings.course, name.strip())
        chosen[number] = header
    return chosen


def _exercise(name: str | None, settings: Settings) -> int | None:
    if name is None:
        return None
    from grader.catalog.search import find_exercise

    return find_exercise(settings.course, name)


def _write(path: Path | None, pieces: Iterable[str | bytes], form: Format) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    if path is None or str(path) == "-":
        if form == "xlsx" and sys.stdout.isatty():
            raise UsageError(
                Text("a workbook is no text", "工作簿不是文本，不能显示在终端里"),
                Text("Name a file with -o.", "请用 -o 指定文件。"),
            )
        for piece in _encoded(pieces):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary = Path(file.name)
        try:
            for piece in _encoded(pieces):
                file.write(piece)
        except BaseException:
            temporary.unlink()
            raise
    temporary.chmod(0o600)  # scores are nobody else's business
    temporary.replace(path)


def _encoded(pieces: Iterable[str | bytes]) -> Iterator[bytes]:
    for piece in pieces:
        yield piece.encode("utf-8", "replace") if isinstance(piece, str) else piece


def _write_all(folder: Path, files: Iterator[ReportFile], settings: Settings) -> None:
    count = 0
    for each in files:
        target = folder / each.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            file.writelines(_encoded(each.pieces))
        count += 1
    click.echo(settings.say(f"{count} files in {folder}", f"{folder} 中写入了 {count} 个文件"), err=True)


def _filled_plain(filled: Filled, output: Path | None) -> dict[str, object]:
    return {
        "schema": "addnorm.filled/1",
        "file": str(output),
        "targets": {header: number or "total" for header, number in filled.targets.items()},
        "cells": filled.cells,
        "not_in_file": filled.not_in_file,
        "ambiguous": filled.ambiguous,
        "locked": filled.locked,
        "nothing_handed_in": filled.nothing_handed_in,
        "not_counted": filled.not_counted,
        "rows_without_scores": filled.rows_without_scores,
        "scaled": {header: list(each) for header, each in filled.scaled.items()},
    }


def fill_lines(filled: Filled, settings: Settings) -> Iterator[str]:
    """What is told about a filled file: what was written, and whoever is not in it."""
    say = settings.say
    for header, number in filled.targets.items():
        what = say(f"exercise {number}", f"练习 {number}") if number else say("the total", "总分")
        yield say(f"{what} -> column {header!r}", f"{what} -> 列 {header!r}")
    yield say(f"{filled.cells} cells filled", f"填写了 {filled.cells} 个单元格")
    for header, (ours, theirs) in filled.scaled.items():
        yield say(
            f"{header!r}: scaled from {ours:g} to {theirs:g}, the column's greatest grade",
            f"{header!r}：按该列满分从 {ours:g} 换算为 {theirs:g}",
        )
    groups = (
        (filled.not_in_file, "not in the file, not filled", "文件中没有，未填写"),
        (filled.ambiguous, "fit several rows or share one, not filled", "对应多行或与他人共用一行，未填写"),
        (filled.locked, "locked by the platform, left as they were", "被平台锁定，保持原样"),
        (filled.nothing_handed_in, "handed in nothing, cells left as they were", "未提交，单元格保持原样"),
        (
            filled.not_counted,
            "excused or not graded yet, cells left as they were",
            "免做或尚未评分，单元格保持原样",
        ),
        (
            [str(row) for row in filled.rows_without_scores],
            "(rows) have no scores here",
            "（行号）在此没有成绩",
        ),
    )
    for keys, en, zh in groups:
        if keys:
            unique = list(dict.fromkeys(keys))
            listed = ", ".join(unique[:_SHOWN]) + (" …" if len(unique) > _SHOWN else "")
            yield say(f"{len(unique)} {en}: {listed}", f"{len(unique)} 个{zh}：{listed}")
