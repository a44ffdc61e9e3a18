"""Moodle's download: the participant's number is the key."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_moodle(tmp_path: Path) -> None:
    """The participant's number is the key; typed text and other files are told, each with its reason."""
    found = read(opened(tmp_path, Platform.MOODLE))
    assert only(found, "1001").learner_name == "Anna Berg"
    assert only(found, "1002").learner_name == "王 小明"
    assert only(found, "1003").exercises == (3,)
    reasons = {key: only(found, key).problem for key in ("1004", "1005")}
    assert reasons["1004"] is not None
    assert reasons["1004"].kind is IntakeFault.TYPED_TEXT
    assert reasons["1005"] is not None
    assert "report.docx" in reasons["1005"].detail


def test_moodle_blind_marking_keeps_people_apart(tmp_path: Path) -> None:
    """Where all are called the same word, the number becomes part of the name."""
    files = {f"Teilnehmer_{n}_assignsubmission_file_/ex03.py": FF for n in (7, 8)}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    assert folder.learners == (("7", "Teilnehmer 7"), ("8", "Teilnehmer 8"))
