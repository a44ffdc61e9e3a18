"""The work of a group, which counts for each of its members: groups are the roster's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.domain.classroom import IntakeRemark, Platform, RemarkKind, RosterPerson
from grader.intake.form import Owned
from grader.intake.roster_join import key_of_kind, kind_of_keys, people_by_id


@dataclass(frozen=True)
class Shared:
    """The files of a class after each group's were given to its members, and what was done."""

    owned: tuple[Owned, ...]
    remarks: tuple[IntakeRemark, ...]


def share_with_groups(owned: Sequence[Owned], roster: Sequence[RosterPerson], platform: Platform) -> Shared:
    """Give every file of a group to all of its members.

    A file is a group's if it is named after a group of the roster and its id is that of a member or of nobody.
    Somebody of the roster who is called as a group of other people hands in for nobody else.
    """
    groups = _groups(roster)
    if not groups:
        return Shared(tuple(owned), ())
    by_id = people_by_id(roster)
    keys = [each.key for each in owned]
    kind = kind_of_keys(keys, roster)
    knows_ids = any(key.casefold() in by_id for key in keys)
    shared: list[Owned] = []
    told: dict[str, IntakeRemark] = {}
    for each in owned:
        person = by_id.get(each.key.casefold())
        group = groups.get(folded(each.name))
        may_be = person is None and not (platform is Platform.CANVAS and knows_ids)
        if group is None or not (may_be or (person is not None and person in group.members)):
            shared.append(each)
            continue
        told[group.name] = IntakeRemark(RemarkKind.BY_GROUP, group.name, str(len(group.members)))
        for member in group.members:
            key = each.key if member is person else key_of_kind(member, kind)
            shared.append(replace(each, key=key, name=member.name or key))
    return Shared(tuple(shared), tuple(told.values()))


def under_one_key(owned: Sequence[Owned], roster: Sequence[RosterPerson]) -> Shared:
    """Give the files of somebody who handed in under several ids of the roster one key: the id that most others use."""
    by_id = people_by_id(roster)
    keys: dict[str, dict[str, None]] = {}
    for each in owned:
        person = by_id.get(each.key.casefold())
        if person is not None:
            keys.setdefault(person.key, {})[each.key] = None
    kind = kind_of_keys((each.key for each in owned), roster)
    chosen: dict[str, str] = {}
    told: list[IntakeRemark] = []
    for found in (list(each) for each in keys.values() if len(each) > 1):
        usual = key_of_kind(by_id[found[0].casefold()], kind).casefold()
        best = next((key for key in found if key.casefold() == usual), found[0])
        chosen |= dict.fromkeys(found, best)
        told += [IntakeRemark(RemarkKind.SAME_PERSON, best, key) for key in found if key != best]
    return Shared(tuple(replace(each, key=chosen.get(each.key, each.key)) for each in owned), tuple(told))


def folded(name: str) -> str:
    """A name without blanks, punctuation and case, as Canvas writes it into file names."""
    return "".join(char for char in unicodedata.normalize("NFKC", name).casefold() if char.isalnum())


@dataclass(frozen=True)
class _Group:
    name: str
    members: tuple[RosterPerson, ...]


def _groups(roster: Sequence[RosterPerson]) -> dict[str, _Group]:
    """The roster's groups by folded name; two names that fold alike are nobody's, for who is meant is not known."""
    names: dict[str, set[str]] = {}
    members: dict[str, list[RosterPerson]] = {}
    for person in roster:
        for name in dict.fromkeys(_names(person.group)):
            names.setdefault(folded(name), set()).add(name)
            members.setdefault(folded(name), []).append(person)
    return {
        fold: _Group(min(names[fold]), tuple(people))
        for fold, people in members.items()
        if fold and len(names[fold]) == 1
    }


def _names(cell: str) -> Iterator[str]:
    """The groups in one cell of a roster: its whole text, and each part between commas or semicolons."""
    if cell:
        yield cell
        yield from (part.strip() for part in re.split(r"[,;，；]", cell) if part.strip())
