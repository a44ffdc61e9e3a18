"""Put the course into the wheel; the rest is in pyproject.toml.

A wheel for students (the default) has the public folders as `grader/course/`. A wheel for instructors
(`ADDNORM_WHEEL=full pip wheel .`) installs them with `reference/`, the answers, as data under
`share/addnorm/course`, outside `sys.path`, where nothing can be imported.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PUBLIC_FOLDERS = ("exercises", "quizzes")
REFERENCE = "reference"
DATA = "share/addnorm/course"
FULL = os.environ.get("ADDNORM_WHEEL", "student") == "full"


class BuildWithCourse(build_py):
    """Copies the public folders beside the packages; an editable install reads the clone instead."""

    def run(self) -> None:
        """Build the packages, then copy the folders, except where they are data."""
        super().run()
        if self.editable_mode:
            return
        for folder in PUBLIC_FOLDERS:
            target = Path(self.build_lib, "grader", "course", folder)
            shutil.rmtree(target, ignore_errors=True)
            if not FULL:
                shutil.copytree(ROOT / folder, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


def course_data() -> list[tuple[str, list[str]]]:
    """The whole course as data files, folder by folder; none in a student's wheel."""
    if not FULL:
        return []
    if not (ROOT / REFERENCE).is_dir():
        raise SystemExit(
            f"ADDNORM_WHEEL=full needs {REFERENCE}/, which this tree does not have: build from a clone"
        )
    folders: dict[str, list[str]] = {}
    for name in (*PUBLIC_FOLDERS, REFERENCE):
        for path in sorted((ROOT / name).rglob("*")):
            inner = path.relative_to(ROOT)
            if path.is_file() and path.suffix != ".pyc" and "__pycache__" not in inner.parts:
                folders.setdefault(f"{DATA}/{inner.parent.as_posix()}", []).append(inner.as_posix())
    return list(folders.items())


setup(cmdclass={"build_py": BuildWithCourse}, data_files=course_data())
