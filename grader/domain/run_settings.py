"""What a class run remembers beside its results, with the one way to its stored form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from grader.domain.policy import Counts, LateRule, Policy, Share
from grader.domain.wall_clock import named_zone


@dataclass(frozen=True)
class RunSettings:
    """What was decided for a run as a whole.

    `people` are the keys of everybody in the class, those who handed in nothing among them. `again_of` is the id of
    the run that this one repeats. `pseudonym_secret` (hex) makes the pseudonyms of anonymous reports. `ids` are what
    people are known by in the roster's other columns -> their keys.
    """

    policy: Policy | None = None
    people: tuple[str, ...] = ()
    again_of: str | None = None
    pseudonym_secret: str | None = None
    ids: Mapping[str, str] = field(default_factory=dict)


def settings_to_plain(settings: RunSettings) -> dict[str, Any]:
    """The settings as JSON-ready data, without what is not set; `settings_from_plain` reads them back."""
    plain: dict[str, Any] = {}
    if settings.policy is not None:
        plain["policy"] = policy_to_plain(settings.policy)
    if settings.people:
        plain["people"] = list(settings.people)
    if settings.again_of is not None:
        plain["again_of"] = settings.again_of
    if settings.pseudonym_secret is not None:
        plain["pseudonym_secret"] = settings.pseudonym_secret
    if settings.ids:
        plain["ids"] = dict(settings.ids)
    return plain


def settings_from_plain(plain: Mapping[str, Any]) -> RunSettings:
    """Read what `settings_to_plain` or an earlier version wrote; what is not known is passed over."""
    policy = plain.get("policy")
    return RunSettings(
        None if policy is None else policy_from_plain(policy),
        tuple(plain.get("people") or ()),
        plain.get("again_of"),
        plain.get("pseudonym_secret"),
        dict(plain.get("ids") or {}),
    )


def policy_to_plain(policy: Policy) -> dict[str, Any]:
    """A policy as JSON-ready data; `policy_from_plain` reads it back."""
    return {
        "due": policy.due.isoformat() if policy.due else None,
        "due_of": {str(number): due.isoformat() for number, due in policy.due_of.items()},
        "late": {**asdict(policy.late), "of": str(policy.late.of)},
        "counts": str(policy.counts),
        "drop": policy.drop,
        "excused": sorted(([learner, number] for learner, number in policy.excused), key=str),
        "zone": policy.zone.key if isinstance(policy.zone, ZoneInfo) else None,
        "prefer": list(policy.prefer),
    }


def policy_from_plain(plain: Mapping[str, Any]) -> Policy:
    """The policy that `policy_to_plain` wrote."""
    zone = plain.get("zone")
    return Policy(
        due=datetime.fromisoformat(plain["due"]) if plain["due"] else None,
        due_of={int(number): datetime.fromisoformat(due) for number, due in plain["due_of"].items()},
        late=LateRule(**{**plain["late"], "of": Share(plain["late"]["of"])}),
        counts=Counts(plain["counts"]),
        drop=plain["drop"],
        excused=frozenset((learner, number) for learner, number in plain["excused"]),
        zone=None if zone is None else named_zone(zone),
        prefer=tuple(plain.get("prefer", ())),
    )
