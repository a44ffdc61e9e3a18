"""How a class is laid out on disk: which platform's form it has, behind whatever it was wrapped in."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import Platform
from grader.domain.errors import UsageError
from grader.domain.text import Text
from grader.intake.archive import list_class_archive
from grader.intake.exercise_of import NUMBERED
from grader.intake.form import Form
from grader.intake.forms.blackboard import BlackboardForm
from grader.intake.forms.brightspace import BrightspaceForm
from grader.intake.forms.canvas import CanvasForm
from grader.intake.forms.classroom import ClassroomForm
from grader.intake.forms.gradescope import GradescopeForm
from grader.intake.forms.moodle import MoodleForm
from grader.intake.forms.nbgrader import NbgraderForm
from grader.intake.forms.plain import SOURCES, PlainForm
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


def list_class(path: Path, encoding: str | None) -> Listing:
    """List a class's folder or zip file. Raises UsageError for anything else."""
    if path.is_dir():
        return list_folder(path)
    if not path.exists():
        raise UsageError(
            Text(f"{path} does not exist", f"{path} 不存在"),
            Text("name the folder or the zip file of the submissions", "请指定存放提交的目录或 zip 文件"),
        )
    if path.suffix.lower() == ".zip":
        return list_class_archive(path, encoding)
    raise UsageError(
        Text(f"{path} is neither a folder nor a zip file", f"{path} 既不是目录也不是 zip 文件"),
        Text(
            f"to grade one file, run `grade exercise N {path}`",
            f"如果只想评阅一个文件，请运行 `grade exercise N {path}`",
        ),
    )


def choose_form(listing: Listing, platform: Platform | None) -> tuple[Form, Listing]:
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
