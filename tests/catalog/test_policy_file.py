"""Policy files: read strictly, all faults at once, and the same after a stay in the store."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from grader.catalog.policy_file import read_policy
from grader.domain.errors import ContentError, UsageError
from grader.domain.policy import Counts, Policy, Share
from grader.domain.run_settings import policy_from_plain, policy_to_plain

EXAMPLE = """\
due = 2026-10-01T23:59:00+08:00       # or without an offset, beside: zone = "Asia/Shanghai"
attempts = "best"                     # or "last" (the default)
drop = 1                              # so many exercises, the worst ones, do not count in the total
zone = "Asia/Shanghai"
prefer = ["*/model.py"]
[late]
grace_minutes = 15                    # nothing is lost within them
per_day = 0.1                         # a begun day costs a tenth
of = "max_score"                      # of the points that could be had, or of the "score" that was
cap = 0.5                             # at most half is lost
cutoff_days = 7                       # later work counts nothing
[[exercise]]
number = 3
due = 2026-10-08T23:59:00+08:00
[[excused]]
learner = "s17"
exercise = 3                          # without it: all of them
why = "ill"
"""
"""Every key that there is."""


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
    assert (policy.zone, policy.prefer) == (ZoneInfo("Asia/Shanghai"), ("*/model.py",))
    assert (policy.counts, policy.drop, policy.excused) == (Counts.BEST, 1, frozenset({("s17", 3)}))


def test_a_policy_survives_the_store(tmp_path: Path) -> None:
    """What `plain` writes is JSON and reads back equal; no policy at all is one without rules."""
    path = tmp_path / "policy.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    read = read_policy(path)
    assert policy_from_plain(json.loads(json.dumps(policy_to_plain(read.policy)))) == read.policy
    assert Policy() == _read(tmp_path, "# no rules")


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


@pytest.mark.parametrize(
    "text",
    [
        "due = 2021-11-06T23:59",
        'zone = "Asia/Shanghai"\ndue = 2021-11-06 23:59  # midnight',
        "[[exercise]]\nnumber = 3\ndue = 2021-11-06T23:59+08:00",
    ],
)
def test_a_time_without_seconds_is_told_kindly(tmp_path: Path, text: str) -> None:
    """TOML wants seconds: the line, and the time as it has to be written, are told."""
    with pytest.raises(ContentError) as caught:
        _read(tmp_path, text)
    (problem,) = caught.value.problems
    assert "line " in problem.place
    assert problem.remedy.endswith("23:59:00.")


@pytest.mark.parametrize("due", ["0001-01-01T00:00:00Z", "9999-12-31", "1900-01-01T12:00:00+14:00"])
def test_an_absurd_due_time_is_a_fault(tmp_path: Path, due: str) -> None:
    """A due time outside of the years of any course is refused where it stands."""
    with pytest.raises(ContentError, match="a year from"):
        _read(tmp_path, f'zone = "UTC"\ndue = {due}')


def test_a_due_time_that_a_clock_shows_twice_is_the_later(tmp_path: Path) -> None:
    """In the night when the clocks go back, the due time is the second one."""
    policy = _read(tmp_path, 'due = 2021-11-07T01:30:00\nzone = "America/New_York"')
    assert policy.due is not None
    assert policy.due.astimezone(UTC) == datetime(2021, 11, 7, 6, 30, tzinfo=UTC)


def test_a_near_zone_is_offered(tmp_path: Path) -> None:
    """A mistyped zone is told with the one that is like it."""
    with pytest.raises(ContentError, match=r"Did you mean Asia/Shanghai\?"):
        _read(tmp_path, 'zone = "Asia/Shangai"')


def test_two_due_times_of_one_exercise(tmp_path: Path) -> None:
    """Two due times for one exercise contradict each other."""
    one = "[[exercise]]\nnumber = 3\ndue = 2026-10-01T12:00:00Z\n"
    with pytest.raises(ContentError, match="two due times"):
        _read(tmp_path, one + one)


def test_a_missing_file_is_usage(tmp_path: Path) -> None:
    """A policy that is not there is the user's mistake."""
    with pytest.raises(UsageError, match="does not exist"):
        read_policy(tmp_path / "none.toml")
