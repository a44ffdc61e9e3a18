"""A plain folder: `<student>/<files>`, or `<student>.py`, `.ipynb`, `.zip`, or one learner's own files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import tzinfo
from pathlib import PurePosixPath

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned
from grader.intake.listing import Listing
from grader.intake.names import distinct_names

_EXERCISE_FIRST = re.compile(r"^(?:exercises?|ex|练习|习题|作业)[ _.-]?\d+(?:[_ .-].*)?$", re.IGNORECASE)
_STUDENT_FIRST = re.compile(
    r"^(?P<student>.+?)[ _.-]+(?:exercises?|ex|练习|习题|作业)[ _.-]?\d+.*$", re.IGNORECASE
)
SOURCES = frozenset({".py", ".ipynb", ".zip"})


class PlainForm:
    """The fallback: the first folder, or the file's name, is the learner."""

    platform = Platform.PLAIN

    def recognise(self, listing: Listing) -> float:
        """Any layout can be read this way, but every other form has a better claim."""
        return 0.01

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to the folder that it is in, or to the learner whom its name tells."""
        students = [_student(file.path, listing.root_name) for file in listing.files]
        empty = [path.partition("/")[0] for path in listing.empty_folders]
        keys = distinct_names([*students, *empty])
        for student, file in zip(students, listing.files, strict=True):
            inner = file.path.partition("/")[2] or file.path
            if "/" not in file.path and file.ending not in SOURCES:
                continue  # a roster or a note beside the learners' files belongs to nobody
            yield Owned(keys[student], student, inner, file)
        for student in dict.fromkeys(empty):
            if student not in students:
                yield Owned(keys[student], student, "", None, fault=IntakeFault.NO_SOURCE)


def _student(path: str, root_name: str) -> str:
    top, slash, _ = path.partition("/")
    if slash:
        return top
    stem = PurePosixPath(top).stem
    if _EXERCISE_FIRST.match(stem):
        return root_name
    match = _STUDENT_FIRST.match(stem)
    return match.group("student") if match else stem
