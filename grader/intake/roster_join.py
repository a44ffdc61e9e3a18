"""Who is who: the keys of submissions joined with the people of a roster, by ids, never by names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.domain.classroom import IntakeRemark, RemarkKind, RosterPerson


@dataclass(frozen=True)
class RosterJoin:
    """Learner keys of the submissions -> people, and those of either side who found nobody.

    `without_person` are (key, name). The keys of `without_submission` are ids of the kind that the submissions have,
    where the roster has that kind.
    """

    people: Mapping[str, RosterPerson]
    without_submission: tuple[RosterPerson, ...] = ()
    without_person: tuple[tuple[str, str], ...] = ()

    def ids_of(self, key: str) -> tuple[str, ...]:
        """Everything that the person with this key is known by, the key first."""
        person = self.people.get(key)
        return tuple(dict.fromkeys((key, *(person.ids if person is not None else ()))))

    def keys(self) -> dict[str, str]:
        """Every other id of the roster -> the key of its person."""
        found = {each: key for key, person in self.people.items() for each in person.ids}
        found |= {each: person.key for person in self.without_submission for each in person.ids}
        return {each: key for each, key in found.items() if each != key}


def join_roster(learners: Iterable[tuple[str, str]], roster: Sequence[RosterPerson]) -> RosterJoin:
    """Join (key, name) pairs of submissions with a roster by id, letter case aside."""
    pairs = dict(learners)
    by_id = people_by_id(roster)
    people = {key: by_id[key.casefold()] for key in pairs if key.casefold() in by_id}
    strangers = tuple((key, name) for key, name in pairs.items() if key not in people)
    present = {person.key for person in people.values()}
    kind = kind_of_keys(pairs, roster)
    absent = tuple(replace(p, key=key_of_kind(p, kind)) for p in roster if p.key not in present)
    return RosterJoin(people, absent, strangers)


def people_by_id(roster: Sequence[RosterPerson]) -> dict[str, RosterPerson]:
    """Every person by each of the ids, folded."""
    return {each.casefold(): person for person in roster for each in person.ids}


def kind_of_keys(keys: Iterable[str], roster: Sequence[RosterPerson]) -> str:
    """The header of the roster's column in which most of the submissions' keys stand, "" where none does."""
    by_id = people_by_id(roster)
    found: Counter[str] = Counter()
    for key in keys:
        person = by_id.get(key.casefold())
        if person is not None and person.id_columns:
            folded = [each.casefold() for each in person.ids]
            found[person.id_columns[folded.index(key.casefold())]] += 1
    return found.most_common(1)[0][0] if found else ""


def key_of_kind(person: RosterPerson, kind: str) -> str:
    """The person's id in that column of the roster, else the usual key."""
    return person.ids[person.id_columns.index(kind)] if kind in person.id_columns else person.key


def find_lost_zeros(
    keys: Iterable[str], roster: Sequence[RosterPerson], *, match: bool
) -> tuple[tuple[RosterPerson, ...], tuple[IntakeRemark, ...]]:
    """The roster, and what would match but for zeros at the front: 00123 handed in, 123 in the roster.

    Nobody else on either side may be as near. With `match` such
    people get the key as one more id; without it they are only told.
    """
    listed = list(keys)
    by_id = people_by_id(roster)
    strangers = [key for key in listed if key.isdigit() and key.casefold() not in by_id]
    near: dict[str, list[str]] = {}
    for key in strangers:
        near.setdefault(key.lstrip("0"), []).append(key)
    known = {key.casefold() for key in listed}
    remarks: list[IntakeRemark] = []
    people: list[RosterPerson] = []
    for person in roster:
        is_free = not known & {each.casefold() for each in person.ids}
        found = {key for each in person.ids if each.isdigit() for key in near.get(each.lstrip("0"), [])}
        if is_free and len(found) == 1 and _alone(next(iter(found)), roster):
            (key,) = found
            kind = RemarkKind.ZEROS_MATCHED if match else RemarkKind.ZEROS_LOST
            theirs = next(
                each for each in person.ids if each.isdigit() and each.lstrip("0") == key.lstrip("0")
            )
            remarks.append(IntakeRemark(kind, key, theirs))
            if match:
                columns = (*person.id_columns, person.id_columns[0]) if person.id_columns else ()
                person = replace(person, ids=(*person.ids, key), id_columns=columns)
        people.append(person)
    return tuple(people), tuple(remarks)


def _alone(key: str, roster: Sequence[RosterPerson]) -> bool:
    """Whether one person alone has an id that is this key but for zeros."""
    plain = key.lstrip("0")
    return sum(any(i.isdigit() and i.lstrip("0") == plain for i in person.ids) for person in roster) == 1
