"""The options of a command that takes the files that staff bring along to a class: roster, policy, times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]


def people_options(command: Command) -> Command:
    """Add the options of `PeopleFiles` to a command; it gets them as one argument `people`."""

    @wraps(command)  # with the options that it has already
    def with_people(
        *args: Any,
        roster: Path | None,
        policy: Path | None,
        times: Path | None,
        prefer: tuple[str, ...],
        encoding: str | None,
        match_zeros: bool,
        **options: Any,
    ) -> Any:
        from grader.classrun.people import PeopleFiles

        people = PeopleFiles(roster, policy, times, prefer, encoding, match_zeros)
        return command(*args, people=people, **options)

    decorated: Command = with_people
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


_FILE = click.Path(path_type=Path)
_OPTIONS: Sequence[Callable[[Command], Command]] = (
    click.option(
        "--roster", type=_FILE, metavar="CSV",
        help="Who is in the class: ids as the submissions have them, name, section, group; a platform's own export will do.",
    ),
    click.option("--policy", type=_FILE, metavar="TOML", help="Due date, late rules: reports apply it."),
    click.option(
        "--times", type=_FILE, metavar="CSV",
        help="When work was handed in: columns id and time, maybe exercise.",
    ),
    click.option(
        "--prefer", multiple=True, metavar="PATTERN",
        help="Of several files of one learner take the one that matches, such as '*/model.py' (may be repeated).",
    ),
    click.option(
        "--encoding", metavar="NAME", help="The encoding of CSV files and of names in the zip, such as cp1252."
    ),
    click.option(
        "--match-zeros", is_flag=True, help="Take 00123 for 123 of the roster where that fits one person alone."
    ),
)  # fmt: skip
