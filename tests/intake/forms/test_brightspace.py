"""Brightspace's download: a folder for each submission, which tells the time."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from grader.domain.classroom import Platform
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_brightspace(tmp_path: Path) -> None:
    """The changing number is the learner's, the later folder counts, hours without a colon are read right."""
    found = read(opened(tmp_path, Platform.BRIGHTSPACE))
    assert set(found) == {"301", "302", "303"}
    assert only(found, "301").submitted_at == datetime(2026, 11, 5, 23, 30, tzinfo=UTC)
    assert only(found, "302").submitted_at == datetime(2026, 11, 5, 0, 5, tzinfo=UTC)
    assert only(found, "303").submitted_at == datetime(2026, 12, 31, 13, 13, tzinfo=UTC)
    assert only(found, "303").learner_name == "Jo - von - X"


def test_brightspace_with_the_assignment_first(tmp_path: Path) -> None:
    """Where the first number is the same for all, the second is the learner's."""
    files = {f"9000-{n} - N{n} - Nov 5, 2026 930 AM/ex03.py": FF for n in (301, 302)}
    assert set(read(open_class(write_folder(tmp_path / "class", files), EXERCISES))) == {"301", "302"}
