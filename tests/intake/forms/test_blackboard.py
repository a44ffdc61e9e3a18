"""Blackboard's download: flat files with the attempt's time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.class_folder import IntakeRules, open_class
from tests.intake.exports import BLACKBOARD, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_blackboard(tmp_path: Path) -> None:
    """The newest attempt counts, with its time; names come from the text file, in any language."""
    found = read(opened(tmp_path, Platform.BLACKBOARD))
    anna = only(found, "aberg")
    assert anna.learner_name == "Anna Berg"
    assert anna.submitted_at == datetime(2026, 11, 6, 10, 0, tzinfo=UTC)
    assert anna.choice.kept == ("Week 3_aberg_attempt_2026-11-05-09-30-00_ex03.py",)
    assert only(found, "wxm").learner_name == "王小明"
    problem = only(found, "typed").problem
    assert problem is not None
    assert problem.kind is IntakeFault.TYPED_TEXT


def test_times_without_a_zone_are_in_the_given_zone(tmp_path: Path) -> None:
    """What a platform writes without a zone is read in the caller's."""
    shanghai = timezone(timedelta(hours=8))
    path = write_folder(tmp_path / "class", BLACKBOARD)
    found = read(open_class(path, EXERCISES, rules=IntakeRules(zone=shanghai)))
    assert only(found, "aberg").submitted_at == datetime(2026, 11, 6, 2, 0, tzinfo=UTC)
