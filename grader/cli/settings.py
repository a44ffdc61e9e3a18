"""Options that several commands share: the course, the scores' database, the language."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.catalog.course import CourseLocation, Found, find_course
from grader.cli.language import resolve_language
from grader.domain.text import Language

if TYPE_CHECKING:
    from grader.domain.exercise import Exercise
    from grader.store.store import Store


@dataclass(frozen=True)
class Settings:
    """What the shared options and the environment say."""

    course: Path
    language: Language
    db: str | None

    @property
    def learner(self) -> str:
        """The local learner's key."""
        return os.environ.get("GRADE_LEARNER") or getpass.getuser()

    @property
    def database(self) -> str:
        """The URL of the database that keeps the scores."""
        from grader.store.location import database_url

        return database_url(self.db, os.environ)

    def open_store(self) -> Store:
        """Open what keeps the scores; a context manager that closes it. Importing it costs a fifth of a second."""
        from grader.store.store import open_store

        return open_store(self.database)

    def number_of(self, name: str) -> int:
        """The number of the exercise called `name` ("3", "ex03", "feed-forward"). Raises UsageError."""
        from grader.catalog.search import find_exercise

        return find_exercise(self.course, name)

    def exercise(self, name: str) -> Exercise:
        """The exercise of this name. Raises UsageError for none, ContentError for a faulty one."""
        from grader.catalog.exercises import load_exercise

        return load_exercise(self.course, self.number_of(name))

    def exercises(self) -> tuple[Exercise, ...]:
        """Every exercise of the course, in the ladder's order. Raises ContentError."""
        from grader.catalog.exercises import load_ladder

        return load_ladder(self.course)

    def say(self, en: str, zh: str) -> str:
        """The text of the user's language."""
        return zh if self.language is Language.ZH else en


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --course, --db and --lang to a command; they arrive as `course`, `db` and `lang`."""
    for option in (
        click.option(
            "--lang",
            type=click.Choice(["en", "zh"]),
            callback=_own_or_the_groups,
            help="Language of the words.",
        ),
        click.option(
            "--db", metavar="URL|FILE", help="Where scores are kept (else GRADE_DB, else your data folder)."
        ),
        click.option("--course", type=click.Path(path_type=Path), metavar="DIR", help="The course's folder."),
    ):
        command = option(command)
    return command


def _own_or_the_groups(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    """`grade exercise 3 --lang zh`, else `grade --lang zh exercise 3`."""
    return given or ctx.find_root().params.get("lang")


def settings_of(course: Path | None, db: str | None, lang: str | None) -> Settings:
    """Resolve the shared options; a course found by chance in a parent folder is said on stderr."""
    found: CourseLocation = find_course(course, os.environ, Path.cwd())
    settings = Settings(found.path, resolve_language(lang, os.environ), db)
    if found.found is Found.PARENT and found.path != Path(__file__).parents[2]:
        click.echo(settings.say(f"course: {found.path}", f"课程：{found.path}"), err=True)
    return settings
