"""`grade author`: what an author of exercises needs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.settings import Settings, settings_of, shared_options
from grader.domain.errors import Problem

if TYPE_CHECKING:
    from grader.workflows.mutate_solution import MutationReport


@click.group()
def author() -> None:
    """Write exercises and gate them."""


@author.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--slow", is_flag=True, help="More seeds, and the capstone's training runs.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes at once (default: the number of cores).")
@click.option("--no-questions", is_flag=True, help="Leave the questions out.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.author_check/1)."
)
@shared_options
def check(
    numbers: tuple[int, ...],
    slow: bool,
    jobs: int | None,
    no_questions: bool,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Gate exercises NUMBERS (default: all) and the questions; all faults are told at once. Exit code 1 if
    there are any.
    """
    from grader.catalog.exercises import exercise_folders
    from grader.workflows.check_content import check_exercises

    settings = settings_of(course, db, lang)
    wanted = numbers or tuple(sorted(exercise_folders(settings.course)))
    started = time.monotonic()
    found = check_exercises(settings.course, wanted, jobs=jobs or os.cpu_count() or 1, slow=slow)
    if not as_json:
        for number, problems in found.items():
            _say(settings, settings.say(f"exercise {number:>2}", f"练习 {number:>2}"), problems)
    faults: tuple[Problem, ...] | None = None
    if not no_questions and not numbers:
        from grader.workflows.check_questions import check_questions

        faults = check_questions(settings.course)
        if not as_json:
            _say(settings, settings.say("questions", "题目"), faults)
    count = sum(len(problems) for problems in (*found.values(), faults or ()))
    seconds = time.monotonic() - started
    if as_json:
        exercises = [
            {"number": number, "faults": list(map(_plain, problems))} for number, problems in found.items()
        ]
        plain = {
            "schema": "addnorm.author_check/1",
            "exercises": exercises,
            "questions": None if faults is None else list(map(_plain, faults)),
            "faults": count,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(plain, ensure_ascii=False))
    else:
        click.echo(
            settings.say(f"{count} faults, {seconds:.0f} s", f"共 {count} 处错误，用时 {seconds:.0f} 秒")
        )
    return 1 if count else 0


def _plain(problem: Problem) -> dict[str, str]:
    """A fault with the keys of its schema, which called the remedy `mend` before the code did not."""
    fields = asdict(problem)
    fields["mend"] = fields.pop("remedy")
    return fields


def _say(settings: Settings, what: str, problems: Sequence[Problem]) -> None:
    """Tell the faults of one thing; the faults themselves are in English, as the files' keys are."""
    if problems:
        click.echo(settings.say(f"{what}: {len(problems)} faults", f"{what}：{len(problems)} 处错误"))
    else:
        click.echo(settings.say(f"{what}: sound", f"{what}：没有错误"))
    for problem in problems:
        click.echo(f"  {problem}")


@author.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, help="The cases' seed.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.author_mutate/1)."
)
@shared_options
def mutate(
    numbers: tuple[int, ...],
    seed: int,
    as_json: bool,
    course: Path | None,
    db: str | None,
    lang: str | None,
) -> int:
    """Change the reference solutions of NUMBERS (default: all)
    in small ways and print how many changes the cases see.

    Exit code 1 if a change survives that equivalent.toml does not explain.
    """
    from grader.catalog.exercises import exercise_folders
    from grader.workflows.mutate_solution import mutate_solution

    settings = settings_of(course, db, lang)
    reports: dict[int, MutationReport] = {}
    for number in numbers or sorted(exercise_folders(settings.course)):
        reports[number] = report = mutate_solution(settings.course, number, seed)
        if as_json:
            continue
        total, equivalent, rate = report.total, report.equivalent, report.kill_rate
        click.echo(
            settings.say(
                f"exercise {number:>2}: {total} mutants, {equivalent} equivalent, kill rate {rate:.1%}",
                f"练习 {number:>2}：{total} 处改动，其中 {equivalent} 处等价，发现率 {rate:.1%}",
            )
        )
        for problem in report.problems():
            click.echo(f"  {problem}")
    total = sum(report.total for report in reports.values())
    living = total - sum(report.equivalent for report in reports.values())
    survivors = sum(len(report.survivors) for report in reports.values())
    rate = 1 - survivors / living if living else 1.0
    if as_json:
        click.echo(json.dumps(_mutation_plain(reports, total, rate), ensure_ascii=False))
    else:
        click.echo(
            settings.say(f"{total} mutants, kill rate {rate:.2%}", f"共 {total} 处改动，发现率 {rate:.2%}")
        )
    return 1 if survivors else 0


def _mutation_plain(reports: Mapping[int, MutationReport], total: int, rate: float) -> dict[str, object]:
    exercises = [
        {
            "number": number,
            "id": report.exercise_id,
            "mutants": report.total,
            "equivalent": report.equivalent,
            "kill_rate": round(report.kill_rate, 4),
            "survivors": list(report.survivors),
            "stale": list(report.stale),
        }
        for number, report in reports.items()
    ]
    return {
        "schema": "addnorm.author_mutate/1",
        "exercises": exercises,
        "mutants": total,
        "kill_rate": round(rate, 4),
    }


@author.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (schema addnorm.author_new/1).")
@shared_options
def new(name: str, as_json: bool, course: Path | None, db: str | None, lang: str | None) -> None:
    """Write the two folders of a new exercise NAME (small letters and _), ready for `grade author check`."""
    from grader.workflows.new_exercise import new_exercise

    settings = settings_of(course, db, lang)
    paths = new_exercise(settings.course, name)
    files = [str(path.relative_to(settings.course)) for path in paths]
    exercise_id = paths[0].parent.name
    number = exercise_id[2:4].lstrip("0")
    if as_json:
        exercise = {"number": int(number), "id": exercise_id}
        plain = {"schema": "addnorm.author_new/1", "exercise": exercise, "files": files}
        click.echo(json.dumps(plain, ensure_ascii=False))
        return
    for file in files:
        click.echo(file)
    click.echo(settings.say(f"Next: grade author check {number}", f"下一步：grade author check {number}"))
