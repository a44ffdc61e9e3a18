"""The files that staff bring along to a class: roster, policy, times; their faults are wrong usage, not the grader's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from grader.domain.classroom import IntakeRemark, RemarkKind
from grader.domain.errors import ContentError, UsageError
from grader.domain.text import Text

if TYPE_CHECKING:
    from grader.domain.policy import Policy
    from grader.domain.record import ClassRun
    from grader.intake.class_folder import ClassFolder, IntakeRules
    from grader.store.store import Store

T = TypeVar("T")
Command = Callable[..., Any]


@dataclass(frozen=True)
class PeopleFiles:
    """What `grade class` was told about its people; None and () where nothing was."""

    roster: Path | None
    policy: Path | None
    times: Path | None
    prefer: tuple[str, ...]
    encoding: str | None
    match_zeros: bool


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


def people_wrote(read: Callable[[Path], T], path: Path) -> T:
    """Return what `read` makes of the file; UsageError with all of its faults, each told as an author reads it."""
    try:
        return read(path)
    except ContentError as error:
        raise UsageError(Text(str(error), f"文件有误：\n{error}")) from error


def read_rules(files: PeopleFiles, policy: Policy | None) -> IntakeRules:
    """Read the roster and the times, in the policy's zone. Raises UsageError with all the faults of a file."""
    from grader.domain.policy import Policy
    from grader.intake.class_folder import IntakeRules
    from grader.intake.encoding import known_encoding
    from grader.intake.roster import read_roster
    from grader.intake.times import SubmissionTimes, read_times

    rules, encoding = policy or Policy(), files.encoding
    if encoding is not None:
        known_encoding(encoding)
    zone = rules.reading_zone
    roster, times = None, SubmissionTimes()
    if files.roster is not None:
        roster = people_wrote(lambda path: read_roster(path, zone, encoding), files.roster)
    if files.times is not None:
        times = people_wrote(lambda path: read_times(path, zone, encoding), files.times)
    prefer = (*files.prefer, *rules.prefer)
    return IntakeRules(zone, prefer, encoding, roster, times, files.match_zeros)


def policy_for(policy: Policy, folder: ClassFolder, numbers: Sequence[int], shown: str) -> Policy:
    """The policy with its people by their keys. Raises UsageError for names and numbers that nobody has."""
    from grader.domain.policy_names import near_miss, with_keys

    known = {each.casefold(): key for key, _ in folder.learners for each in _ids(folder, key)}
    absent = folder.join.without_submission if folder.join is not None else ()
    known |= {each.casefold(): person.key for person in absent for each in person.ids}
    checked, problems = with_keys(policy, known, numbers, shown, is_whole_class=folder.join is not None)
    if problems:
        raise UsageError(_said(problems))
    folder.notes.remarks += tuple(
        IntakeRemark(RemarkKind.EXCUSED_UNKNOWN, learner, near_miss(learner, known))
        for learner, _ in sorted(policy.excused, key=str)
        if learner.casefold() not in known
    )
    return checked


def policy_for_run(store: Store, run: ClassRun, policy: Policy, numbers: Sequence[int], shown: str) -> Policy:
    """The same for the people of a run that is kept."""
    from grader.domain.policy_names import with_keys

    listed = {*run.settings.people, *(person.key for person in store.classes.learners(run.id))}
    people = [person for person in store.classes.learners() if person.key in listed]
    known = {each.casefold(): person.key for person in people for each in (person.email, person.key) if each}
    known |= {each.casefold(): key for each, key in run.settings.ids.items() if key in listed}
    checked, problems = with_keys(policy, known, numbers, shown, is_whole_class=True)
    if problems:
        raise UsageError(_said(problems))
    return checked


def _ids(folder: ClassFolder, key: str) -> tuple[str, ...]:
    return folder.join.ids_of(key) if folder.join is not None else (key,)


def _said(problems: Sequence[object]) -> Text:
    listed = "\n".join(map(str, problems))
    return Text(listed, f"文件有误：\n{listed}")
