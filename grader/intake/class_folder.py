"""A whole class: a folder or an archive of any platform, read learner by learner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from grader.domain.classroom import Handin, IntakeFault, IntakeProblem, Platform, SavedQuiz
from grader.domain.errors import UsageError
from grader.domain.exercise import Exercise
from grader.domain.text import Text
from grader.intake.archive import list_class_archive
from grader.intake.exercise_of import NUMBERED
from grader.intake.form import Form, Owned
from grader.intake.forms.blackboard import BlackboardForm
from grader.intake.forms.brightspace import BrightspaceForm
from grader.intake.forms.canvas import CanvasForm
from grader.intake.forms.classroom import ClassroomForm
from grader.intake.forms.gradescope import GradescopeForm
from grader.intake.forms.moodle import MoodleForm
from grader.intake.forms.nbgrader import NbgraderForm
from grader.intake.forms.plain import SOURCES, PlainForm
from grader.intake.learner_files import read_learner
from grader.intake.listing import Listing, list_folder

FORMS: tuple[Form, ...] = (
    GradescopeForm(),
    MoodleForm(),
    BrightspaceForm(),
    BlackboardForm(),
    CanvasForm(),
    NbgraderForm(),
    ClassroomForm(),
    PlainForm(),
)
_CLAIM = 0.5


@dataclass(frozen=True)
class ClassFolder:
    """A class that was listed: its platform, its learners as (key, name), and what was refused so far."""

    platform: Platform
    learners: tuple[tuple[str, str], ...]
    problems: tuple[IntakeProblem, ...]
    _owned: tuple[tuple[Owned, ...], ...]
    _exercises: tuple[Exercise, ...]
    _wanted: tuple[int, ...]

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
        for (key, name), owned in zip(self.learners, self._owned, strict=True):
            yield from read_learner(key, name, owned, self._exercises, self._wanted)


def open_class(
    path: Path,
    exercises: Sequence[Exercise],
    wanted: Sequence[int] = (),
    platform: Platform | None = None,
    zone: tzinfo = UTC,
) -> ClassFolder:
    """List a class's folder or zip file and tell whose each file is.

    `wanted` are the exercise numbers to be graded, () for all; `platform` insists on one form; `zone` is that
    of times which a platform writes without one. Raises UsageError where there is nothing that can be read.
    """
    listing = _listing(path)
    form, listing = _choose(listing, platform)
    owned = list(form.sort(listing, zone))
    if not owned:
        raise UsageError(
            Text(
                f"{path} holds no submissions that {form.platform} would lay out so",
                f"{path} 中没有按 {form.platform} 的方式存放的提交",
            ),
            Text(
                "name the folder or the zip file that holds the students' files, or choose its form with --from",
                "请指定存放学生文件的目录或 zip 文件，或用 --from 指定其形式",
            ),
        )
    groups: dict[str, list[Owned]] = {}
    for each in owned:
        groups.setdefault(each.key, []).append(each)
    ordered = sorted(groups)
    return ClassFolder(
        form.platform,
        tuple((key, groups[key][0].name) for key in ordered),
        (*listing.problems, *_unclaimed(listing, owned)),
        tuple(tuple(sorted(groups[key], key=_age)) for key in ordered),
        tuple(exercises),
        tuple(wanted),
    )


def _listing(path: Path) -> Listing:
    if path.is_dir():
        return list_folder(path)
    if not path.exists():
        raise UsageError(
            Text(f"{path} does not exist", f"{path} 不存在"),
            Text("name the folder or the zip file of the submissions", "请指定存放提交的目录或 zip 文件"),
        )
    if path.suffix.lower() == ".zip":
        return list_class_archive(path)
    raise UsageError(
        Text(f"{path} is neither a folder nor a zip file", f"{path} 既不是目录也不是 zip 文件"),
        Text(
            f"to grade one file, run `grade exercise N {path}`",
            f"如果只想评阅一个文件，请运行 `grade exercise N {path}`",
        ),
    )


def _choose(listing: Listing, platform: Platform | None) -> tuple[Form, Listing]:
    """Return the form with the best claim, on the listing or on what its one folder holds."""
    listings = [listing]
    while (inner := listings[-1].unwrapped()) is not None and len(listings) < 4:
        listings.append(inner)
    claims = [
        (form.recognise(each), form, each)
        for each in listings
        for form in FORMS
        if platform is None or form.platform is platform
    ]
    claim, form, chosen = max(claims, key=lambda triple: triple[0])
    if claim >= _CLAIM or platform not in (None, Platform.PLAIN):
        return form, chosen
    return PlainForm(), _without_wrapper(listing)


def _without_wrapper(listing: Listing) -> Listing:
    """Return what the one folder holds, if that folder is the class and not its only learner."""
    inner = listing.unwrapped()
    if inner is None:
        return listing
    folders = {file.parts[0] for file in inner.files if len(file.parts) > 1}
    is_packed_folder = inner.root_name.casefold() == listing.root_name.casefold()
    has_files = any(len(file.parts) == 1 and file.ending in SOURCES for file in inner.files)
    is_class = (
        len(folders) > 1 and (listing.is_archive or not has_files) and not all(map(NUMBERED.search, folders))
    )
    return inner if is_packed_folder or is_class else listing


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


def on_behalf_of(handin: Handin, key: str, name: str) -> Handin:
    """Return the hand-in as another person's: each member of a group has handed in what the group did."""
    return replace(handin, learner_key=key, learner_name=name)
