"""Put the course's public folders into the wheel as `grader/course/`; the rest is in pyproject.toml."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PUBLIC_FOLDERS = ("exercises", "quizzes")  # never reference/: it holds the answers


class BuildWithCourse(build_py):
    """Copies the public folders beside the packages; an editable install reads the clone instead."""

    def run(self) -> None:
        """Build the packages, then copy the folders that exist."""
        super().run()
        if self.editable_mode:
            return
        for folder in PUBLIC_FOLDERS:
            target = Path(self.build_lib, "grader", "course", folder)
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(ROOT / folder, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


setup(cmdclass={"build_py": BuildWithCourse})
