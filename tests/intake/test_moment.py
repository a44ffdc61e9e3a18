"""Times are read as platforms write them, in the class's zone where they name none, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.classroom import RemarkKind
from grader.intake.class_folder import IntakeRules, open_class
from grader.intake.moment import read_moment
from tests.intake.samples import EXERCISES, code, read, write_folder

NEW_YORK, SHANGHAI, BERLIN, KOLKATA = map(
    ZoneInfo, ("America/New_York", "Asia/Shanghai", "Europe/Berlin", "Asia/Kolkata")
)
FF = code("FeedForward")


@pytest.mark.parametrize(
    ("written", "zone", "utc"),
    [
        ("2021-11-12 19:30:00.000000 EST", SHANGHAI, "2021-11-13T00:30"),
        ("2021-11-12 19:30:00 EDT", SHANGHAI, "2021-11-12T23:30"),
        ("2021-11-12 19:30:00 CET", NEW_YORK, "2021-11-12T18:30"),
        ("2021-07-12 19:30:00 CEST", NEW_YORK, "2021-07-12T17:30"),
        ("2021-11-12 19:30:00 UTC", SHANGHAI, "2021-11-12T19:30"),
        ("2021-11-12 19:30:00 GMT+08:00", NEW_YORK, "2021-11-12T11:30"),
        ("2021-11-12 19:30:00 +0530", NEW_YORK, "2021-11-12T14:00"),
        ("2021-11-12T19:30:00Z", NEW_YORK, "2021-11-12T19:30"),
        ("2021-11-12 19:30:00 CST", SHANGHAI, "2021-11-12T11:30"),
        ("2021-11-12 19:30:00 CST", ZoneInfo("America/Chicago"), "2021-11-13T01:30"),
        ("2021-11-12 19:30:00 IST", KOLKATA, "2021-11-12T14:00"),
        ("2021-11-12 19:30:00", SHANGHAI, "2021-11-12T11:30"),
        ("2021-11-07 01:30:00", NEW_YORK, "2021-11-07T05:30"),
        ("2021-11-07 01:30:00 EST", NEW_YORK, "2021-11-07T06:30"),
        ("2021-11-07 01:30:00 EDT", NEW_YORK, "2021-11-07T05:30"),
        ("Friday, 5 November 2021, 11:58 PM", NEW_YORK, "2021-11-06T03:58"),
        ("Wednesday, September 23, 2020, 12:05 AM", NEW_YORK, "2020-09-23T04:05"),
        ("Montag, 6. Dezember 2021, 23:29", BERLIN, "2021-12-06T22:29"),
        ("lundi 6 décembre 2021, 23:29", BERLIN, "2021-12-06T22:29"),
        ("lunes, 6 de diciembre de 2021, 23:29", BERLIN, "2021-12-06T22:29"),
        ("2021年12月6日 星期一 23:29", SHANGHAI, "2021-12-06T15:29"),
        ("2021年12月6日 下午11:29", SHANGHAI, "2021-12-06T15:29"),
        ("2021年12月6日 上午12:29", SHANGHAI, "2021-12-05T16:29"),
        ("25/12/2021 23:29", BERLIN, "2021-12-25T22:29"),
    ],
)
def test_times_are_read(written: str, zone: ZoneInfo, utc: str) -> None:
    """Offsets and letters of one meaning are read, the class's own letters first; without either it is the class's zone."""
    assert read_moment(written, zone) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        "", "-", "yesterday", "2021-11-12 19:30:00 CST", "2021-11-12 19:30:00 IST", "2021-11-12 19:30:00 XYZ",
        "3/4/2026 10:00", "2021-13-40 10:00", "5 November 2021", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59",
        "1969-12-31 00:00:00", "25:99 AM", "31 February 2021, 10:00", "2021年13月1日 10:00", "9" * 5000,
    ],
)  # fmt: skip
def test_what_is_not_certain_is_not_read(written: str) -> None:
    """Letters of several zones, days that can mean two, and years of no course are no times, and raise nothing."""
    assert read_moment(written, BERLIN) is None


@given(st.text(max_size=60))
def test_any_text_at_all_is_a_time_or_none(written: str) -> None:
    """No text makes the reader fail, and what it reads is a moment in UTC of a plausible year."""
    found = read_moment(written, NEW_YORK)
    assert found is None or (found.tzinfo is UTC and 1989 <= found.year <= 2101)


BLACKBOARD = "Week 3_max_attempt_2026-11-05-22-00-00_ex03.py"
BRIGHTSPACE = "302-9000 - Max - Nov 5, 2026 1000 PM/ex03.py"
PLATFORM_TIMES = {
    "blackboard": {BLACKBOARD: FF, BLACKBOARD.replace("max", "ada"): FF},
    "brightspace": {BRIGHTSPACE: FF, BRIGHTSPACE.replace("302", "301"): FF},
    "nbgrader": {
        "submitted/max/w3/ex03.py": FF, "submitted/max/w3/timestamp.txt": b"2026-11-05 22:00:00",
    },
    "gradescope": {
        "submission_metadata.yml": b"submission_1:\n  :submitters:\n  - :name: Max\n    :sid: '7'\n"
        b"  :created_at: 2026-11-05 22:00:00\n",
        "submission_1/ex03.py": FF,
    },
}  # fmt: skip


@pytest.mark.parametrize("platform", list(PLATFORM_TIMES))
@pytest.mark.parametrize("hours", [-5, 0, 8])
def test_the_zone_of_the_policy_is_that_of_platform_times(tmp_path: Path, platform: str, hours: int) -> None:
    """22:00 on a platform that writes no zone is 22:00 where the course is."""
    zone = timezone(timedelta(hours=hours))
    path = write_folder(tmp_path / "class", PLATFORM_TIMES[platform])
    found = read(open_class(path, EXERCISES, rules=IntakeRules(zone=zone)))
    times = {handin.submitted_at for handins in found.values() for handin in handins}
    assert times == {datetime(2026, 11, 5, 22, tzinfo=zone)}


@pytest.mark.parametrize(
    "stamp", ["2021-11-12 19:30:00 CST", "0001-01-01 00:00:00 +1400", "soon\x1b[31m", "2021-11-12 19:30 QQT"]
)
def test_a_platform_time_that_cannot_be_read_is_told(tmp_path: Path, stamp: str) -> None:
    """The work is read, its time is unknown, and the text that could not be read is told without its controls."""
    files = {"submitted/max/w3/ex03.py": FF, "submitted/max/w3/timestamp.txt": stamp.encode()}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    (handin,) = read(folder)["max"]
    assert (handin.submitted_at, handin.exercises) == (None, (3,))
    (remark,) = folder.notes.all_remarks()
    assert (remark.kind, remark.subject) == (RemarkKind.TIME_UNREADABLE, "max")
    assert remark.detail == stamp.replace("\x1b", "")


def test_absurd_times_of_metadata_stop_nobody(tmp_path: Path) -> None:
    """A time of the year 1 in a platform's own file leaves everybody else as they were."""
    files = {
        "submission_metadata.yml": b"submission_1:\n  :submitters:\n  - :name: Max\n    :sid: '7'\n"
        b"  :created_at: 0001-01-01 00:00:00 +14:00\nsubmission_2:\n  :submitters:\n  - :name: Ada\n"
        b"    :sid: '8'\n  :created_at: 2026-11-05 22:00:00 Z\n",
        "submission_1/ex03.py": FF,
        "submission_2/ex03.py": FF,
    }
    found = read(open_class(write_folder(tmp_path / "class", files), EXERCISES))
    assert found["7"][0].submitted_at is None
    assert found["8"][0].submitted_at == datetime(2026, 11, 5, 22, tzinfo=UTC)
