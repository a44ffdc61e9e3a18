"""Policy files: read strictly, all faults at once, and the same after a stay in the store."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.catalog.policy_file import EXAMPLE, policy_of, read_policy
from grader.domain.errors import ContentError, UsageError
from grader.domain.policy import Counts, Policy, Share


def _read(tmp_path: Path, text: str) -> Policy:
    path = tmp_path / "policy.toml"
    path.write_text(text, encoding="utf-8")
    return read_policy(path).policy


def test_the_documented_example_is_read(tmp_path: Path) -> None:
    """Every key of the example arrives as it is meant."""
    policy = _read(tmp_path, EXAMPLE)
    assert policy.due == datetime(2026, 10, 1, 15, 59, tzinfo=UTC)
    assert policy.due_of == {3: datetime(2026, 10, 8, 15, 59, tzinfo=UTC)}
    assert (policy.late.per_day, policy.late.cap, policy.late.grace_minutes) == (0.1, 0.5, 15)
    assert (policy.late.of, policy.late.cutoff_days) == (Share.MAX_SCORE, 7)
    assert (policy.counts, policy.drop, policy.excused) == (Counts.BEST, 1, frozenset({("s17", 3)}))


def test_a_policy_survives_the_store(tmp_path: Path) -> None:
    """What `plain` writes is JSON and reads back equal; no policy at all is one without rules."""
    path = tmp_path / "policy.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    read = read_policy(path)
    assert policy_of(json.loads(json.dumps(read.plain()))) == read.policy
    assert policy_of(None) == Policy() == _read(tmp_path, "# no rules")


def test_times_of_a_zone_and_whole_days(tmp_path: Path) -> None:
    """A time without an offset is one of `zone`, and a day ends when it ends."""
    policy = _read(tmp_path, 'due = 2026-10-01\nzone = "Asia/Shanghai"')
    assert policy.due == datetime(2026, 10, 1, 15, 59, 59, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("due = 2026-10-01T12:00:00", "due"),
        ('due = "tomorrow"', "due"),
        ('zone = "Mars/Olympus"', "zone"),
        ("[late]\nper_day = 1.5", "late.per_day"),
        ("[late]\ngrace_minutes = -1", "late.grace_minutes"),
        ('attempts = "first"', "attempts"),
        ("drop = -1", "drop"),
        ("grace = 3", "grace"),
        ("[[excused]]\nexercise = 3", "excused[1].learner"),
        ("[[exercise]]\nnumber = 3\ndue = 2026-10-01Z\n", ""),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    """An unknown key, a value out of range, a time whose zone nobody knows: the file and the place are
    named.
    """
    with pytest.raises(ContentError) as caught:
        _read(tmp_path, text)
    assert [problem.place for problem in caught.value.problems] == [place]
    assert "policy.toml" in str(caught.value)


def test_two_due_times_of_one_exercise(tmp_path: Path) -> None:
    """Two due times for one exercise contradict each other."""
    one = "[[exercise]]\nnumber = 3\ndue = 2026-10-01T12:00:00Z\n"
    with pytest.raises(ContentError, match="two due times"):
        _read(tmp_path, one + one)


def test_a_missing_file_is_usage(tmp_path: Path) -> None:
    """A policy that is not there is the user's mistake."""
    with pytest.raises(UsageError, match="does not exist"):
        read_policy(tmp_path / "none.toml")
