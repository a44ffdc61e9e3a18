"""nbgrader's tree: a folder for each student with time stamps."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.class_folder import open_class
from tests.intake.exports import NBGRADER, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_nbgrader(tmp_path: Path) -> None:
    """Only `submitted` counts; time stamps are read with their zones; a folder without work is told."""
    found = read(opened(tmp_path, Platform.NBGRADER))
    assert set(found) == {"anna", "wxm", "empty"}
    assert only(found, "anna").submitted_at == datetime(2026, 11, 5, 9, 30, 0, 123456, tzinfo=UTC)
    assert only(found, "wxm").submitted_at == datetime(2026, 11, 5, 10, 0, tzinfo=UTC)
    problem = only(found, "empty").problem
    assert problem is not None
    assert problem.kind is IntakeFault.NO_SOURCE


def test_nbgrader_submitted_folder_itself(tmp_path: Path) -> None:
    """The `submitted` folder alone is recognised by its time stamps."""
    inside = {path.removeprefix("submitted/"): body for path, body in NBGRADER.items() if path[0] == "s"}
    folder = open_class(write_folder(tmp_path / "submitted", inside), EXERCISES)
    assert folder.platform is Platform.NBGRADER
    assert set(read(folder)) == {"anna", "wxm", "empty"}
