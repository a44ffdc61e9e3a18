"""Clones of Classroom 50 and of GitHub Classroom: the user name ends the folder's."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import Platform
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_classroom_50(tmp_path: Path) -> None:
    """User names with hyphens come from the roster; the repository's own machinery is nobody's work."""
    found = read(opened(tmp_path, Platform.CLASSROOM))
    assert set(found) == {"anna-b", "anna-c"}
    assert only(found, "anna-b").file_name == "nlp-week3-anna-b/ex03_feed_forward.py"


def test_old_classroom_clones(tmp_path: Path) -> None:
    """The folder's own name tells the slug, and what follows it is the user name."""
    files = {"week3-ann-a/ex03.py": FF, "week3-ann-b/ex03.py": FF, "week3-none/": b""}
    folder = open_class(write_folder(tmp_path / "week3-submissions", files), EXERCISES)
    assert folder.platform is Platform.CLASSROOM
    assert set(read(folder)) == {"ann-a", "ann-b", "none"}
