"""A whole class: a folder or an archive of any platform, read learner by learner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from grader.domain.classroom import (
    Handin,
    IntakeFault,
    IntakeProblem,
    IntakeRemark,
    Platform,
    RemarkKind,
    RosterPerson,
    SavedQuiz,
)
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Text
from grader.intake.dating import Dating
from grader.intake.form import Owned
from grader.intake.forms.plain import SOURCES
from grader.intake.git_time import GitTimes
from grader.intake.groups import share_with_groups, under_one_key
from grader.intake.layout import choose_form, list_class
from grader.intake.learner_files import read_learner
from grader.intake.listing import Listing
from grader.intake.names import clean_id, clean_name, clean_path
from grader.intake.notes import IntakeNotes
from grader.intake.roster import Roster
from grader.intake.roster_join import RosterJoin, find_lost_zeros, join_roster, people_by_id
from grader.intake.times import SubmissionTimes, times_of_worksheet


@dataclass(frozen=True)
class IntakeRules:
    """How a class is read.

    `zone` is that of times which are written without one; `prefer` are patterns of the files that count; `encoding` is
    that of names in archives which do not say theirs. `match_zeros` takes 00123 for 123 of the roster.
    """

    zone: tzinfo = UTC
    prefer: tuple[str, ...] = ()
    encoding: str | None = None
    roster: Roster | None = None
    times: SubmissionTimes = field(default_factory=SubmissionTimes)
    match_zeros: bool = False


@dataclass(frozen=True)
class ClassFolder:
    """A class that was listed: its platform, its learners as (key, name), and what was refused so far.

    `join` says who is who in the roster, None where there is none. `notes` are filled while the class is read.
    """

    platform: Platform
    learners: tuple[tuple[str, str], ...]
    problems: tuple[IntakeProblem, ...]
    join: RosterJoin | None
    notes: IntakeNotes
    _owned: tuple[tuple[Owned, ...], ...]
    _exercises: tuple[Exercise, ...]
    _wanted: tuple[int, ...]
    _dating: Dating
    _prefer: tuple[str, ...]

    def starting_at(self, place: int) -> ClassFolder:
        """The same class with another learner as the first: graders that share a run begin apart."""
        turn = place % max(1, len(self.learners))
        return replace(
            self,
            learners=self.learners[turn:] + self.learners[:turn],
            _owned=self._owned[turn:] + self._owned[:turn],
        )

    def read(self) -> Iterator[Handin | SavedQuiz]:
        """Yield what each learner handed in, one learner in memory at a time, the unreadable too."""
        self.notes.clear()
        with GitTimes() as git:
            for (key, name), owned in zip(self.learners, self._owned, strict=True):
                for each in read_learner(key, name, owned, self._exercises, self._wanted, self._prefer):
                    if isinstance(each, SavedQuiz):
                        yield each
                        continue
                    for dated in self._dating.dated(each, git, self.notes):
                        self.notes.see(dated)
                        yield dated


def open_class(
    path: Path,
    exercises: Sequence[Exercise],
    wanted: Sequence[int] = (),
    platform: Platform | None = None,
    rules: IntakeRules | None = None,
) -> ClassFolder:
    """List a class's folder or zip file and tell whose each file is.

    `wanted` are the exercise numbers to be graded, () for all; `platform` insists on one form. Raises UsageError where
    there is nothing that can be read.
    """
    rules = rules or IntakeRules()
    form, listing = choose_form(list_class(path, rules.encoding), platform)
    owned = list(form.sort(listing, rules.zone))
    if not owned:
        raise _nobody(path, form.platform)
    roster = rules.roster or Roster()
    people, zeros = find_lost_zeros((each.key for each in owned), roster.people, match=rules.match_zeros)
    shared = share_with_groups(owned, people, form.platform)
    merged = under_one_key(shared.owned, people)
    files: dict[str, list[Owned]] = {}
    for each in merged.owned:
        files.setdefault(each.key, []).append(each)
    by_id = people_by_id(people)
    learners = tuple((key, _name(key, files[key], by_id)) for key in sorted(files))
    join = join_roster(learners, people) if rules.roster is not None else None
    remarks = (
        *roster.remarks, *rules.times.remarks, *zeros, *shared.remarks, *merged.remarks, *_guessed(listing, path),
        *_unread(owned), *_times_of_nobody(rules.times, learners, join),
    )  # fmt: skip
    return ClassFolder(
        form.platform,
        learners,
        tuple(map(_cleaned, (*listing.problems, *_unclaimed(listing, owned)))),
        join,
        IntakeNotes(remarks, rules.prefer),
        tuple(tuple(sorted(files[key], key=_age)) for key, _ in learners),
        tuple(exercises),
        tuple(wanted),
        Dating(rules.times, times_of_worksheet(people), join, listing.folder),
        rules.prefer,
    )


def _nobody(path: Path, platform: Platform) -> UsageError:
    return UsageError(
        Text(
            f"{path} holds no submissions laid out as {platform} does it",
            f"{path} 中没有按 {platform} 的方式存放的提交",
        ),
        Text(
            "Name the folder or the zip file that holds the students' files, or choose its form with --from.",
            "请指定存放学生文件的目录或 zip 文件，或用 --from 指定其形式。",
        ),
    )


def _name(key: str, owned: Sequence[Owned], by_id: Mapping[str, RosterPerson]) -> str:
    """The name that the roster has for somebody, else the platform's."""
    person = by_id.get(key.casefold())
    return person.name if person is not None and person.name else clean_name(owned[0].name)


def _guessed(listing: Listing, path: Path) -> list[IntakeRemark]:
    name = listing.guessed_encoding
    return [IntakeRemark(RemarkKind.ENCODING_GUESSED, path.name, name)] if name else []


def _unread(owned: Sequence[Owned]) -> list[IntakeRemark]:
    """Times that a platform wrote and that nobody can read for certain, one for each learner."""
    unread = {each.key: each.unread_time for each in owned if each.unread_time}
    return [IntakeRemark(RemarkKind.TIME_UNREADABLE, key, text) for key, text in unread.items()]


def _times_of_nobody(
    times: SubmissionTimes, learners: Sequence[tuple[str, str]], join: RosterJoin | None
) -> list[IntakeRemark]:
    known = [each for key, _ in learners for each in (join.ids_of(key) if join is not None else (key,))]
    known += [each for person in (join.without_submission if join is not None else ()) for each in person.ids]
    return [IntakeRemark(RemarkKind.TIME_OF_NOBODY, name) for name in times.unused(known)]


def _cleaned(problem: IntakeProblem) -> IntakeProblem:
    return replace(problem, path=clean_path(problem.path), detail=clean_id(problem.detail))


def _unclaimed(listing: Listing, owned: Sequence[Owned]) -> list[IntakeProblem]:
    """Tell sources and archives that the form could give to nobody: nothing is lost in silence."""
    claimed = {each.file.path for each in owned if each.file is not None}
    return [
        IntakeProblem(IntakeFault.NOBODYS, file.path)
        for file in listing.files
        if file.path not in claimed and file.ending in SOURCES
    ]


def _age(owned: Owned) -> tuple[datetime, int, datetime]:
    earliest = datetime.min.replace(tzinfo=UTC)
    modified = owned.file.modified if owned.file is not None else earliest
    return owned.submitted_at or earliest, owned.order, modified
