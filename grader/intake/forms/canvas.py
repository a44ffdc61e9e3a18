"""Canvas's "Download Submissions": one flat folder, everything in the file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import Listing

_MOST_CUTS = 40
_TAIL = re.compile(
    r"(?:(?P<late>LATE)_)?(?P<user>[1-9]\d{0,19}|anon_[0-9A-Za-z]+)_"
    r"(?:(?P<attachment>\d{1,20})_(?P<file>[^/]+)|(?P<kind>text|link)\.html)$"
)
_CLASH = re.compile(r"-(?:[1-7]|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\.[^.]+$)")


@dataclass(frozen=True)
class _Reading:
    """One way of reading a file's name: what stands before the numbers, and the numbers."""

    name: str
    match: re.Match[str]

    @property
    def user(self) -> str:
        return self.match["user"]


class CanvasForm:
    """The user's number is the id; a group's archive has the group's name before it; LATE marks late work.

    The first numbers of a name are Canvas's, those that follow are the learner's own. Where learners chose their
    display name as well, and one id would have two names, the name that can be read otherwise is.
    """

    platform = Platform.CANVAS

    def recognise(self, listing: Listing) -> float:
        """Count names that carry a user's and an attachment's number."""
        return share(
            sum(bool(_readings(file.path, named=True)) for file in listing.files), len(listing.files)
        )

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to its user; a higher attachment number is newer."""
        nameless = sum(_TAIL.match(file.path) is not None for file in listing.files)
        named = nameless * 2 < len(listing.files)
        ways = [(file, readings) for file in listing.files if (readings := _readings(file.path, named=named))]
        for (file, _), reading in zip(ways, _settled([readings for _, readings in ways]), strict=True):
            match = reading.match
            yield Owned(
                key=reading.user,
                name=reading.name or reading.user,
                inner=_CLASH.sub("", match["file"]) if match["file"] else file.name,
                file=file,
                late=match["late"] is not None,
                order=int(match["attachment"] or 0),
                fault=IntakeFault.TYPED_TEXT if match["kind"] else None,
            )


def _readings(path: str, *, named: bool) -> list[_Reading]:
    """Every way of reading a file's name, the likeliest first; `named`: in this class people's names stand in front."""
    if "/" in path:
        return []
    found: list[_Reading] = []
    cuts = [0, *(match.end() for match in re.finditer("_", path))]
    for cut in cuts[:_MOST_CUTS]:
        head, match = path[: max(0, cut - 1)], _TAIL.match(path, cut)
        if match is not None and head.rpartition("_")[2] != "LATE":
            found.append(_Reading(head, match))
    return sorted(found, key=lambda reading: not reading.name) if named else found


def _settled(ways: Sequence[Sequence[_Reading]]) -> list[_Reading]:
    """One reading a file: the first, unless its id then has two names and another reading gives it to somebody else."""
    names: dict[str, set[str]] = {}
    for readings in ways:
        names.setdefault(readings[0].user, set()).add(readings[0].name)
    usual = {len(user) for user, given in names.items() if len(given) == 1}
    return [
        _otherwise(readings, usual) if len(names[readings[0].user]) > 1 else readings[0] for readings in ways
    ]


def _otherwise(readings: Sequence[_Reading], usual: Set[int]) -> _Reading:
    """The next reading whose id is as long as ids of this class are, if there is one."""
    fitting = (each for each in readings[1:] if len(each.user) in usual)
    return next(fitting, readings[1] if len(readings) > 1 else readings[0])
