"""`grade author`: what an author of exercises needs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from grader.cli.settings import settings_of, shared_options


@click.group()
def author() -> None:
    """Write exercises and gate them."""


@author.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--slow", is_flag=True, help="More seeds, and the capstone's training runs.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes at once (default: the number of cores).")
@click.option("--no-questions", is_flag=True, help="Leave the questions out.")
@shared_options
def check(
    numbers: tuple[int, ...],
    slow: bool,
    jobs: int | None,
    no_questions: bool,
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
    count = 0
    for number, problems in found.items():
        click.echo(f"exercise {number:>2}: " + (f"{len(problems)} faults" if problems else "sound"))
        for problem in problems:
            click.echo(f"  {problem}")
        count += len(problems)
    if not no_questions and not numbers:
        from grader.workflows.check_questions import check_questions

        faults = check_questions(settings.course)
        click.echo("questions: " + (f"{len(faults)} faults" if faults else "sound"))
        for problem in faults:
            click.echo(f"  {problem}")
        count += len(faults)
    click.echo(f"{count} faults, {time.monotonic() - started:.0f} s")
    return 1 if count else 0


@author.command()
@click.argument("numbers", nargs=-1, type=int)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, help="The cases' seed.")
@shared_options
def mutate(numbers: tuple[int, ...], seed: int, course: Path | None, db: str | None, lang: str | None) -> int:
    """Change the reference solutions of NUMBERS (default: all) in small ways and print how many changes the
    cases see.

    Exit code 1 if a change survives that equivalent.toml does not explain.
    """
    from grader.catalog.exercises import exercise_folders
    from grader.workflows.mutate_solution import mutate_solution

    settings = settings_of(course, db, lang)
    total = living = survivors = 0
    for number in numbers or sorted(exercise_folders(settings.course)):
        report = mutate_solution(settings.course, number, seed)
        click.echo(
            f"exercise {number:>2}: {report.total} mutants, {report.equivalent} equivalent, "
            f"kill rate {report.kill_rate:.1%}"
        )
        for problem in report.problems():
            click.echo(f"  {problem}")
        total += report.total
        living += report.total - report.equivalent
        survivors += len(report.survivors)
    rate = 1 - survivors / living if living else 1.0
    click.echo(f"{total} mutants, kill rate {rate:.2%}")
    return 1 if survivors else 0


@author.command()
@click.argument("name")
@shared_options
def new(name: str, course: Path | None, db: str | None, lang: str | None) -> None:
    """Write the two folders of a new exercise NAME (small letters and _), ready for `grade author check`."""
    from grader.workflows.new_exercise import new_exercise

    settings = settings_of(course, db, lang)
    paths = new_exercise(settings.course, name)
    for path in paths:
        click.echo(path.relative_to(settings.course))
    number = paths[0].parent.name[2:4].lstrip("0")
    click.echo(settings.say(f"Next: grade author check {number}", f"下一步：grade author check {number}"))
