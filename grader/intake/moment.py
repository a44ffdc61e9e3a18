"""Times as platforms write them: with an offset, with letters for a zone, or without either, in several languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from grader.domain.wall_clock import earliest, is_plausible

_ZONE = re.compile(r"\s*(?:(?:UTC|GMT)?(?P<offset>[+-]\d{2}:?\d{2})|(?P<letters>[A-Za-z]{1,5}))$")
_CHINESE = re.compile(
    r"^\D*(?P<year>\d{4})\s*年\s*(?P<month>\d{1,2})\s*月\s*(?P<day>\d{1,2})\s*日\D*?"
    r"(?P<half>上午|下午|凌晨|中午|晚上)?\s*(?P<hour>\d{1,2})\s*[::]\s*(?P<minute>\d{2})(?:[::](?P<second>\d{2}))?$"
)
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*(?P<half>[ap]\.?\s?m\.?)?$",
    re.IGNORECASE,
)
_SLASHED = re.compile(r"^(\d{1,2})/(\d{1,2})/(\d{4})$")
_MONTHS = (
    ("jan", "janv", "ene", "gen", "januar", "january", "janvier", "enero", "janeiro"),
    ("feb", "fév", "févr", "february", "februar", "février", "febrero", "fevereiro"),
    ("mar", "mär", "märz", "march", "mars", "marzo", "março"),
    ("apr", "avr", "abr", "april", "avril", "abril", "aprile"),
    ("may", "mai", "mayo", "maggio", "maio"),
    ("jun", "june", "juni", "juin", "junio", "giugno", "junho"),
    ("jul", "july", "juli", "juil", "juillet", "julio", "luglio", "julho"),
    ("aug", "ago", "août", "august", "agosto"),
    ("sep", "sept", "september", "septembre", "septiembre", "settembre", "setembro"),
    ("oct", "okt", "ott", "october", "oktober", "octobre", "octubre", "ottobre", "outubro"),
    ("nov", "november", "novembre", "noviembre", "novembro"),
    ("dec", "dez", "déc", "dic", "december", "dezember", "décembre", "diciembre", "dicembre", "dezembro"),
)
_MONTH_OF = {word: number for number, words in enumerate(_MONTHS, 1) for word in words}
_HOURS_OF = {
    "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
    "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "SAST": 2,
    "PKT": 5, "ICT": 7, "WIB": 7, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5,
    "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "BRT": -3, "ART": -3,
}  # fmt: skip
"""Letters that mean one zone alone. CST, IST, BST and AST each mean several: they are read only where the class's own
zone writes them so."""


def read_moment(written: str, zone: tzinfo) -> datetime | None:
    """The moment in UTC that a text tells, without a zone that of `zone`; None for what cannot be read for certain.

    Not certain are letters of several zones, 3/4/2026, and years of no course.
    """
    text = " ".join(written.replace("\u202f", " ").replace("\u00a0", " ").split())
    wall, clock = _wall(text), None
    if wall is None:
        match = _ZONE.search(text)
        wall = _wall(text[: match.start()]) if match else None
        if match is None or wall is None:
            return None
        if wall.tzinfo is None:
            clock = _zone_of(match, wall, zone)
            if clock is None:
                return None
    return moment_of(wall, clock or zone)


def moment_of(wall: datetime, zone: tzinfo) -> datetime | None:
    """The moment in UTC of a time that may lack its zone, None for one of no course."""
    if not is_plausible(wall):
        return None
    return wall.astimezone(UTC) if wall.tzinfo is not None else earliest(wall, zone)


def _zone_of(match: re.Match[str], wall: datetime, zone: tzinfo) -> tzinfo | None:
    if match["offset"]:
        return datetime.strptime(match["offset"], "%z").tzinfo
    letters = match["letters"].upper()
    if letters in ("UTC", "GMT", "Z"):
        return UTC
    for fold in (0, 1):
        there = wall.replace(tzinfo=zone, fold=fold)
        offset = there.utcoffset()
        if there.tzname() == letters and offset is not None:
            return timezone(offset)
    hours = _HOURS_OF.get(letters)
    return timezone(timedelta(hours=hours)) if hours is not None else None


def _wall(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        pass
    match = _CHINESE.match(text)
    if match:
        numbers = [int(match[name]) for name in ("year", "month", "day")]
        return _built(numbers, match, match["half"] in ("下午", "晚上"), match["half"] is not None)
    clock = _CLOCK.search(text)
    numbers_found = _date(text[: clock.start()]) if clock else None
    if clock is None or numbers_found is None:
        return None
    half = (clock["half"] or "").casefold()
    return _built(numbers_found, clock, half.startswith("p"), bool(half))


def _date(text: str) -> list[int] | None:
    """[year, month, day] of "Friday, 5 November 2021," and its like; of 3/4/2026 only where it can mean one day."""
    words = text.casefold().replace(",", " ").replace(".", " ").split()
    if len(words) == 1 and (slashed := _SLASHED.match(words[0])):
        first, second, year = map(int, slashed.groups())
        if first == second or first > 12 or second > 12:
            return [year, second, first] if second <= 12 else [year, first, second]
        return None
    months = [_MONTH_OF[word] for word in words if word in _MONTH_OF]
    years = [int(word) for word in words if re.fullmatch(r"\d{4}", word)]
    days = [int(word) for word in words if re.fullmatch(r"\d{1,2}", word)]
    return [years[0], months[0], days[0]] if len(months) == len(years) == len(days) == 1 else None


def _built(date: list[int], clock: re.Match[str], is_afternoon: bool, has_half: bool) -> datetime | None:
    hour = int(clock["hour"])
    if has_half and hour <= 12:
        hour = hour % 12 + (12 if is_afternoon or clock["half"] == "中午" else 0)
    year, month, day = date
    try:
        return datetime(year, month, day, hour, int(clock["minute"]), int(clock["second"] or 0))  # noqa: DTZ001
    except ValueError:
        return None
