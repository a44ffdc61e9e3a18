"""A course's folder, with a digest of what an exercise's score depends on."""

from __future__ import annotations

import hashlib
import re
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import grader
from grader.catalog import blocks, course_file, misconceptions, props
from grader.catalog.exercises import exercise_folder
from grader.domain.errors import UsageError
from grader.domain.text import Text

VARIABLE = "GRADE_COURSE"
REFERENCE = "reference"
SEALED = "sealed"
PACKAGE = Path(grader.__file__).parent
DATA = Path(sysconfig.get_path("data"), "share", "addnorm", "course")

_SIBLING_IMPORT = re.compile(r"^\s*from \.\.(ex\d\d_\w+)", re.MULTILINE)


class Found(StrEnum):
    """How the course was found; `PARENT` is said to the user, who may not have meant that folder."""

    OPTION = "option"
    ENVIRONMENT = "environment"
    PARENT = "parent"
    PACKAGE = "package"


@dataclass(frozen=True)
class CourseLocation:
    """A course's folder, which holds `exercises/` and `quizzes/`, and how it was found."""

    path: Path
    found: Found


def find_course(
    option: Path | None, environ: Mapping[str, str], cwd: Path, package: Path = PACKAGE, data: Path = DATA
) -> CourseLocation:
    """Return the course of `--course`, else of GRADE_COURSE, else the nearest one around `cwd`, else our own.

    An instructor's installation holds the course as `data`, another in the folder `course/` of the `package`; in a
    clone it lies beside the package. Raises UsageError if what the user names is no course, or if there is none.
    """
    if option is not None:
        return CourseLocation(_named(cwd / option.expanduser(), "--course"), Found.OPTION)
    if environ.get(VARIABLE):
        return CourseLocation(_named(cwd / Path(environ[VARIABLE]).expanduser(), VARIABLE), Found.ENVIRONMENT)
    for folder in (cwd, *cwd.parents):
        if is_course(folder):
            return CourseLocation(folder, Found.PARENT)
    for folder in (data, package / "course", package.parent):
        if is_course(folder):
            return CourseLocation(folder, Found.PACKAGE)
    raise UsageError(
        Text("no course was found", "没有找到课程"),
        Text(
            "Name its folder with --course, or reinstall addnorm.",
            "请用 --course 指定课程所在的目录，或重新安装 addnorm。",
        ),
    )


def is_course(folder: Path) -> bool:
    """Whether a folder holds what every course has: `exercises/` and `quizzes/`."""
    return (folder / "exercises").is_dir() and (folder / "quizzes").is_dir()


def _named(folder: Path, by: str) -> Path:
    if not folder.is_dir():
        raise UsageError(
            Text(f"{by}: {folder} is no folder", f"{by}：{folder} 不是目录"),
            Text(
                "Name the folder that holds exercises/ and quizzes/.",
                "请指定包含 exercises/ 和 quizzes/ 的目录。",
            ),
        )
    if not is_course(folder):
        raise UsageError(
            Text(f"{by}: {folder} is no course", f"{by}：{folder} 不是课程"),
            Text(
                "A course holds the folders exercises/ and quizzes/: name that folder.",
                "课程目录里有 exercises/ 和 quizzes/ 两个子目录：请指定那个目录。",
            ),
        )
    return folder.resolve()


def course_digest(course: Path, number: int) -> str:
    """Return the sha256 of all that a score in this exercise depends on beside the grader, in hex.

    That is the exercise's folder, its reference and those it imports from, its sealed cases, what exercises share
    and the misconceptions.
    A course without `reference/` has another digest than the same with it. Raises as `exercise_folder` does.
    """
    folder = exercise_folder(course, number)
    sealed = sorted((course / SEALED).glob(f"{folder.name}.*"))
    given = [folder, *shared_paths(course), course / misconceptions.FILE]
    roots = [*given, *references_of(course, folder.name), *sealed]
    digest = hashlib.sha256()
    for root in roots:
        for path in files_below(root):
            content = path.read_bytes()
            name = path.relative_to(course).as_posix().encode()
            digest.update(b"%d %s %d\0" % (len(name), name, len(content)))
            digest.update(content)
    return digest.hexdigest()


def shared_paths(course: Path) -> list[Path]:
    """List the files and folders of `exercises/` that several exercises use: blocks, props, the course's own file."""
    return [course / name for name in (blocks.FOLDER, props.FOLDER, course_file.FILE)]


def has_reference(course: Path, exercise_id: str) -> bool:
    """Whether this course holds the answers to an exercise (an instructor's does, a student's kit does not)."""
    return (course / REFERENCE / exercise_id / "solution.py").is_file()


def references_of(course: Path, exercise_id: str) -> list[Path]:
    """List the exercise's reference folder and those that it imports from, directly or not."""
    waiting, found = [exercise_id], set[str]()
    while waiting:
        name = waiting.pop()
        folder = course / REFERENCE / name
        if name not in found and folder.is_dir():
            found.add(name)
            for path in folder.glob("*.py"):
                waiting += _SIBLING_IMPORT.findall(path.read_text(encoding="utf-8"))
    return [course / REFERENCE / name for name in sorted(found)]


def files_below(root: Path) -> Iterator[Path]:
    """Yield the files at or below `root`, in order, without hidden ones and caches."""
    if root.is_file():
        yield root
        return
    for path in sorted(root.iterdir()) if root.is_dir() else ():
        if not path.name.startswith(".") and path.name != "__pycache__":
            yield from files_below(path)
