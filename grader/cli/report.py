"""`grade report`: a class's scores, as a page for the instructor or as a file for a platform."""

from __future__ import annotations

import json
import sys
import tempfile
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.fill_words import fill_lines, filled_plain
from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.reports.report_format import Format

if TYPE_CHECKING:
    from grader.domain.policy import Policy
    from grader.domain.record import ClassRun
    from grader.store.store import Store
    from grader.workflows.make_report import Reporter, ReportFile


@click.command()
@click.option("--run", "run_id", metavar="ID", help="The run to report (default: the newest).")
@click.option(
    "--format",
    "form",
    type=click.Choice([str(form) for form in Format]),
    default="html",
    show_default=True,
    help="The form.",
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
    "--replace", is_flag=True, help="With --fill: also replace marks and feedback that are there already."
)
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

    With `-o FOLDER`, HTML is the class's page and a page for each learner. `--fill`
    takes the file that the platform exported, matches people by id and fills empty
    grade cells alone; what could not be matched or is there already is listed.
    """
    settings = settings_of(course, db, lang)
    with settings.open_store() as store:
        from grader.classbook.book import find_run
        from grader.classbook.reading import RunReading
        from grader.workflows.make_report import Reporter

        run = find_run(store, run_id)
        policy = _policy(options["policy"], store, run, settings)
        reading = RunReading(
            store, settings.course, run, settings.language, datetime.now(UTC), policy, options["anonymous"]
        )
        form = "json" if options["as_json"] and options["to_fill"] is None else options["form"]
        _make(Reporter(reading), Format(form), options, settings)


def _policy(path: Path | None, store: Store, run: ClassRun, settings: Settings) -> Policy | None:
    if path is None:
        return None
    from grader.catalog.policy_file import read_policy
    from grader.catalog.staff_file import people_wrote
    from grader.classbook.rules import policy_for_run

    numbers = [exercise.number for exercise in settings.exercises()]
    return policy_for_run(store, run, people_wrote(read_policy, path).policy, numbers, str(path))


def _make(reporter: Reporter, form: Format, options: dict[str, Any], settings: Settings) -> None:
    output: Path | None = options["output"]
    if options["to_fill"] is not None:
        if options["as_json"] and (output is None or str(output) == "-"):
            raise UsageError(
                Text("--json tells what was written to a file", "--json 说明写出了哪个文件"),
                Text("Name a file with -o.", "请用 -o 指定文件。"),
            )
        from grader.workflows.fill_grades import fill_grades

        filled = fill_grades(
            reporter.reading,
            form,
            options["to_fill"],
            _chosen(options["columns"], settings),
            _exercise(options["exercise"], settings),
            replaces=options["replace"],
        )
        _write(output, [filled.body], form)
        if options["as_json"]:
            click.echo(json.dumps(filled_plain(filled, output), ensure_ascii=False))
            return
        for line in fill_lines(filled, settings):
            click.echo(line, err=True)
    elif options["columns"] or options["exercise"] or options["replace"]:
        raise UsageError(
            Text(
                "--column, --exercise and --replace go with --fill",
                "--column、--exercise 和 --replace 只能与 --fill 一起用",
            ),
            Text("Name the platform's file with --fill.", "请用 --fill 指定平台导出的文件。"),
        )
    elif options["learner"] is not None:
        _write(output, reporter.of_learner(form, options["learner"]).pieces, form)
    elif output is not None and _is_folder(output):
        _write_all(output, reporter.folder(form), settings)
        _say_timing(reporter, settings)
    else:
        _write(output, reporter.whole(form).pieces, form)
        _say_timing(reporter, settings)


def _say_timing(reporter: Reporter, settings: Settings) -> None:
    """Say where the late rule had nothing to go by: a platform's file has no room for it."""
    from grader.reports.timing_words import timing_words

    for words in timing_words(reporter.reading.book):
        click.echo(words.get(settings.language), err=True)


def _is_folder(path: Path) -> bool:
    return path.is_dir() or path.suffix == ""


def _chosen(columns: tuple[str, ...], settings: Settings) -> dict[int, str]:
    """Exercise number (0 for the total) -> header, of the options N=HEADER."""
    from grader.reports.fill_targets import TOTAL

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
        number = TOTAL if name.strip().casefold() == "total" else settings.number_of(name.strip())
        chosen[number] = header
    return chosen


def _exercise(name: str | None, settings: Settings) -> int | None:
    return None if name is None else settings.number_of(name)


def _write(path: Path | None, pieces: Iterable[str | bytes], form: Format) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    if path is None or str(path) == "-":
        if form == "xlsx" and sys.stdout.isatty():
            raise UsageError(
                Text("a workbook is no text", "工作簿不是文本，不能显示在终端里"),
                Text("Name a file with -o.", "请用 -o 指定文件。"),
            )
        for place, piece in enumerate(_encoded(pieces)):
            # a mark serves spreadsheets that open a file; on a pipe it is part of the first header
            sys.stdout.buffer.write(piece.removeprefix(BOM_UTF8) if place == 0 and form != "xlsx" else piece)
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
