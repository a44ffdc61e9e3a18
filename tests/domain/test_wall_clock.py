"""Days of lateness are those that a wall clock shows, also when the clocks are put forward or back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.domain.policy import Attempted, LateRule, Policy, settle
from grader.domain.wall_clock import begun_days, earliest, is_plausible, latest

NEW_YORK, BERLIN, SHANGHAI = "America/New_York", "Europe/Berlin", "Asia/Shanghai"
SYDNEY, LORD_HOWE = "Australia/Sydney", "Australia/Lord_Howe"

# Written by hand from a calendar and the dates of the changes: every moment carries its offset.
# New York: back on 7 Nov 2021, forward on 13 Mar 2022. Berlin: forward on 29 Mar, back on 25 Oct 2026. Shanghai: never.
# Sydney: back on 5 Apr, forward on 4 Oct 2026. Lord Howe: the same days, by half an hour.
TABLE = [
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-06T20:00-04:00", 0),
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-06T20:00:01-04:00", 1),
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-07T19:30-05:00", 1),  # 24 and a half hours
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-07T20:00-05:00", 1),  # 25 hours
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-07T20:00:01-05:00", 2),
    (NEW_YORK, "2021-11-06T20:00-04:00", "2021-11-08T20:00-05:00", 2),
    (NEW_YORK, "2022-03-12T20:00-05:00", "2022-03-13T20:00-04:00", 1),  # 23 hours
    (NEW_YORK, "2022-03-12T20:00-05:00", "2022-03-13T20:00:01-04:00", 2),
    (NEW_YORK, "2021-11-06T01:30-04:00", "2021-11-07T01:30-05:00", 1),  # the second 01:30 of that night
    (NEW_YORK, "2021-11-06T01:30-04:00", "2021-11-07T01:30:01-05:00", 2),
    (NEW_YORK, "2022-03-12T02:30-05:00", "2022-03-13T03:30-04:00", 1),  # no clock shows 02:30 that night
    (NEW_YORK, "2022-03-12T02:30-05:00", "2022-03-13T03:30:01-04:00", 2),
    (BERLIN, "2026-10-24T23:59+02:00", "2026-10-25T23:59+01:00", 1),
    (BERLIN, "2026-10-24T23:59+02:00", "2026-10-26T00:00+01:00", 2),
    (BERLIN, "2026-10-24T23:59+02:00", "2026-10-25T22:59+00:00", 1),
    (BERLIN, "2026-03-28T23:59+01:00", "2026-03-29T23:59+02:00", 1),
    (BERLIN, "2026-03-28T23:59+01:00", "2026-03-30T00:00+02:00", 2),
    (BERLIN, "2026-03-28T23:59+01:00", "2026-03-28T23:00+00:00", 1),
    (BERLIN, "2026-03-28T23:59+01:00", "2026-04-04T23:59+02:00", 7),
    (BERLIN, "2026-03-28T23:59+01:00", "2026-04-04T23:59:01+02:00", 8),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-01T15:59+00:00", 0),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-01T15:59:01+00:00", 1),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-02T23:59+08:00", 1),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-03T00:00+08:00", 2),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-02T00:00-04:00", 1),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-08T23:59+08:00", 7),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-10-08T23:59:59+08:00", 8),
    (SHANGHAI, "2026-10-01T23:59+08:00", "2026-12-31T23:59+08:00", 91),
    (SYDNEY, "2026-10-03T18:00+10:00", "2026-10-04T18:00+11:00", 1),
    (SYDNEY, "2026-10-03T18:00+10:00", "2026-10-04T18:00:01+11:00", 2),
    (SYDNEY, "2026-10-03T18:00+10:00", "2026-10-04T08:00+00:00", 2),
    (SYDNEY, "2026-10-03T18:00+10:00", "2026-10-05T17:59+11:00", 2),
    (SYDNEY, "2026-04-04T18:00+11:00", "2026-04-04T18:00+11:00", 0),
    (SYDNEY, "2026-04-04T18:00+11:00", "2026-04-05T18:00+10:00", 1),
    (SYDNEY, "2026-04-04T18:00+11:00", "2026-04-05T18:00:01+10:00", 2),
    (SYDNEY, "2026-04-04T18:00+11:00", "2026-04-11T18:00+10:00", 7),
    (LORD_HOWE, "2026-04-04T12:00+11:00", "2026-04-05T12:00+10:30", 1),
    (LORD_HOWE, "2026-04-04T12:00+11:00", "2026-04-05T12:00:01+10:30", 2),
    (LORD_HOWE, "2026-10-03T12:00+10:30", "2026-10-04T12:00+11:00", 1),
    (LORD_HOWE, "2026-10-03T12:00+10:30", "2026-10-04T12:00:01+11:00", 2),
    (LORD_HOWE, "2026-04-04T01:45+11:00", "2026-04-05T01:45+10:30", 1),  # the second 01:45
    (LORD_HOWE, "2026-04-04T01:45+11:00", "2026-04-05T01:45:01+10:30", 2),
    (LORD_HOWE, "2026-10-03T02:15+10:30", "2026-10-04T02:45+11:00", 1),  # no clock shows 02:15
    (LORD_HOWE, "2026-10-03T02:15+10:30", "2026-10-04T02:45:01+11:00", 2),
]


@pytest.mark.parametrize(("zone", "due", "handed_in", "days"), TABLE)
def test_begun_days_of_the_table(zone: str, due: str, handed_in: str, days: int) -> None:
    """The days of a table written by hand, whatever zone the due time and the moment are stored in."""
    at, until, clock = datetime.fromisoformat(handed_in), datetime.fromisoformat(due), ZoneInfo(zone)
    stored_as = (at, at.astimezone(UTC), at.astimezone(clock), at.astimezone(timezone(timedelta(hours=-7))))
    assert {begun_days(until, each, clock) for each in stored_as} == {days}
    both_in_zone = begun_days(until.astimezone(clock), at.astimezone(clock), clock)
    assert (begun_days(until.astimezone(UTC), at, clock), both_in_zone) == (days, days)


@pytest.mark.parametrize(("zone", "due", "handed_in", "days"), TABLE)
def test_the_late_rule_charges_the_days_of_the_table(zone: str, due: str, handed_in: str, days: int) -> None:
    """A tenth a begun day: what counts follows from the table and from nothing else."""
    policy = Policy(due=datetime.fromisoformat(due), late=LateRule(per_day=0.1), zone=ZoneInfo(zone))
    found = settle(policy, "ada", 3, [Attempted(10.0, datetime.fromisoformat(handed_in))], 10.0)
    assert (found.days_late, found.score) == (days, pytest.approx(max(0, 10 - days)))


MOMENTS = st.datetimes(datetime(2021, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
ZONES = st.sampled_from([NEW_YORK, BERLIN, SHANGHAI, SYDNEY, LORD_HOWE]).map(ZoneInfo)


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=40)), ZONES)
def test_days_grow_one_at_a_time(due: datetime, after: timedelta, zone: ZoneInfo) -> None:
    """A later moment never has fewer days, a day more by the clock has at most one day more, and no day has 26 hours."""
    days = begun_days(due, due + after, zone)
    assert 0 <= begun_days(due, due + after + timedelta(hours=22), zone) - days <= 1
    assert abs(days - after / timedelta(days=1)) <= 1 + 1 / 24


def test_an_hour_shown_twice_is_read_in_favour_of_the_learner() -> None:
    """A time handed in is read as the first of the two, a due time as the second."""
    wall, zone = datetime(2021, 11, 7, 1, 30), ZoneInfo(NEW_YORK)  # noqa: DTZ001
    assert earliest(wall, zone) == datetime(2021, 11, 7, 5, 30, tzinfo=UTC)
    assert latest(wall, zone) == datetime(2021, 11, 7, 6, 30, tzinfo=UTC)


@pytest.mark.parametrize(("year", "is_fine"), [(1, False), (1980, False), (2026, True), (9999, False)])
def test_absurd_years_are_no_times_of_a_course(year: int, is_fine: bool) -> None:
    """The year 1 and the year 9999 are damage or an attack, never a time of submission."""
    assert is_plausible(datetime(year, 6, 1, tzinfo=UTC)) is is_fine
