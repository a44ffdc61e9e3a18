"""Moments as a wall clock shows them: clocks put back or forward make days of 25 or 23 hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

ONE_DAY = timedelta(days=1)
FIRST_YEAR, LAST_YEAR = 1990, 2100
"""No submission and no due time of a course lies outside of these years."""


def named_zone(name: str) -> ZoneInfo | None:
    """The zone of that name, None where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def earliest(wall: datetime, zone: tzinfo) -> datetime:
    """The first moment at which a clock of `zone` shows `wall` (naive), in UTC.

    An hour that a clock shows twice is read as the first one: whoever handed in then is not made later.
    """
    return min(_both(wall, zone))


def latest(wall: datetime, zone: tzinfo) -> datetime:
    """The last moment at which a clock of `zone` shows `wall` (naive), in UTC; for what is due then."""
    return max(_both(wall, zone))


def is_plausible(moment: datetime) -> bool:
    """Whether a time can be one of a course at all: the year 1 and the year 9999 cannot."""
    return FIRST_YEAR <= moment.year <= LAST_YEAR


def begun_days(due: datetime, at: datetime, zone: tzinfo) -> int:
    """Days begun after `due` at the moment `at` (both aware), 0 up to the due time itself.

    A day ends when a clock of `zone` shows the due time again, be that 23, 24 or 25 hours later.
    """
    due, at = due.astimezone(UTC), at.astimezone(UTC)  # Python compares two times of one zone by their walls
    if at <= due:
        return 0
    wall = due.astimezone(zone).replace(tzinfo=None, fold=0)
    days = max(1, (at - due) // ONE_DAY)  # at most one too few or too many, for the clocks
    while at > latest(wall + days * ONE_DAY, zone):
        days += 1
    while days > 1 and at <= latest(wall + (days - 1) * ONE_DAY, zone):
        days -= 1
    return days


def _both(wall: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    first, second = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    return first, second
