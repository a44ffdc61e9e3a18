"""A policy file: the TOML that `--policy` names, read strictly."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from pydantic_core import CoreSchema, SchemaValidator, core_schema

from grader.catalog import schema
from grader.catalog.table import read_table
from grader.domain.errors import ContentError, Problem, UsageError
from grader.domain.policy import Counts, LateRule, Policy, Share
from grader.domain.text import Text
from grader.domain.wall_clock import FIRST_YEAR, LAST_YEAR, latest, named_zone

_WITHOUT_SECONDS = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?![\d:])")


@dataclass(frozen=True)
class PolicyFile:
    """A policy with its excuses' reasons."""

    policy: Policy
    reasons: Mapping[str, str]


def read_policy(path: Path) -> PolicyFile:
    """Read a policy file. Raises UsageError where there is none, ContentError with all of its faults."""
    if not path.is_file():
        raise UsageError(
            Text(f"{path} does not exist", f"{path} 不存在"),
            Text(
                "name a policy file (docs/operator.md shows one)",
                "请指定一个规则文件（示例见 docs/operator.md）",
            ),
        )
    plain, problems = read_table(path, str(path), _format())
    if plain is None:
        raise ContentError(tuple(_times_without_seconds(path)) or problems)
    zone, faults = _zone(path, plain)
    faults += [*_times_without_zone(path, plain, zone), *_absurd_times(path, plain), *_twice(path, plain)]
    if faults:
        raise ContentError(tuple(faults))
    late = plain.get("late", {})
    excuses = plain.get("excused", [])
    policy = Policy(
        due=_moment(plain["due"], zone) if "due" in plain else None,
        due_of={each["number"]: _moment(each["due"], zone) for each in plain.get("exercise", [])},
        late=LateRule(**{**late, "of": Share(late.get("of", Share.MAX_SCORE))}),
        counts=Counts(plain.get("attempts", Counts.LAST)),
        drop=plain.get("drop", 0),
        excused=frozenset((each["learner"], each.get("exercise")) for each in excuses),
        zone=zone,
        prefer=tuple(plain.get("prefer", ())),
    )
    return PolicyFile(policy, {each["learner"]: each.get("why", "") for each in excuses})


def _format() -> SchemaValidator:
    late = {
        "grace_minutes": _number(0.0),
        "per_day": _number(0.0, 1.0),
        "cap": _number(0.0, 1.0),
        "of": schema.one_of(*Share),
        "cutoff_days": schema.whole(0),
    }
    excused = schema.table({"learner": schema.words()}, {"exercise": schema.whole(1), "why": schema.words()})
    return SchemaValidator(
        schema.table(
            {},
            {
                "due": _time(),
                "zone": schema.words(),
                "attempts": schema.one_of(*Counts),
                "drop": schema.whole(0),
                "prefer": schema.array(schema.words()),
                "late": schema.table({}, late),
                "exercise": schema.array(schema.table({"number": schema.whole(1), "due": _time()})),
                "excused": schema.array(excused),
            },
        )
    )


def _number(least: float, most: float | None = None) -> CoreSchema:
    return core_schema.float_schema(ge=least, le=most, allow_inf_nan=False, strict=True)


def _time() -> CoreSchema:
    """A time, or a day, which ends when it ends."""
    return core_schema.union_schema(
        [core_schema.is_instance_schema(datetime), core_schema.is_instance_schema(date)],
        custom_error_type="due_time",
        custom_error_message="a time such as 2026-10-01T23:59:00+08:00",
    )


def _moment(given: date, zone: ZoneInfo | None) -> datetime:
    moment = given if isinstance(given, datetime) else datetime.combine(given, time(23, 59, 59))
    if moment.tzinfo is not None or zone is None:
        return moment
    return latest(moment, zone).astimezone(zone)


def _zone(path: Path, plain: Mapping[str, Any]) -> tuple[ZoneInfo | None, list[Problem]]:
    name = plain.get("zone")
    zone = named_zone(name) if name is not None else None
    if name is None or zone is not None:
        return zone, []
    near = difflib.get_close_matches(name, sorted(available_timezones()), n=1)
    mend = f"Did you mean {near[0]}?" if near else "Correct the name."
    return None, [Problem(str(path), "zone", repr(name), "a time zone such as Asia/Shanghai", mend)]


def _times(plain: Mapping[str, Any]) -> Iterator[tuple[str, date]]:
    """Every time of the file with its place."""
    if "due" in plain:
        yield "due", plain["due"]
    for each in plain.get("exercise", []):
        yield f"exercise[{each['number']}].due", each["due"]


def _times_without_zone(path: Path, plain: Mapping[str, Any], zone: ZoneInfo | None) -> Iterator[Problem]:
    for place, given in _times(plain):
        if "zone" not in plain and getattr(given, "tzinfo", None) is None and zone is None:
            yield Problem(
                str(path),
                place,
                str(given),
                "a time that says its zone",
                'Write +08:00 behind it, or add zone = "Asia/Shanghai".',
            )


def _absurd_times(path: Path, plain: Mapping[str, Any]) -> Iterator[Problem]:
    for place, given in _times(plain):
        if not FIRST_YEAR <= given.year <= LAST_YEAR:
            expected = f"a year from {FIRST_YEAR} to {LAST_YEAR}"
            yield Problem(str(path), place, str(given), expected, "Correct the year.")


def _times_without_seconds(path: Path) -> Iterator[Problem]:
    """The times that TOML does not take because they end with the minutes."""
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = _WITHOUT_SECONDS.search(line.partition("#")[0])
        if found is not None and '"' not in line[: found.start()]:
            mend = f"Write {found[0]}:00."
            yield Problem(str(path), f"line {number}", found[0], "a time with its seconds", mend)


def _twice(path: Path, plain: Mapping[str, Any]) -> Iterator[Problem]:
    numbers = [each["number"] for each in plain.get("exercise", [])]
    for number in sorted({n for n in numbers if numbers.count(n) > 1}):
        yield Problem(
            str(path), f"exercise[{number}]", "two due times", "one an exercise", "Remove one of them."
        )
