"""Brightspace's assignment download: a folder a submission, `<id>-<id> - <Name> - <Mon D, YYYY HMM AM>`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import Listing
from grader.intake.moment import moment_of

_FOLDER = re.compile(
    r"^(?P<first>\d+)-(?P<second>\d+) - (?P<name>[^/]+) - "
    r"(?P<month>[A-Z][a-z]{2}) (?P<day>\d{1,2}), (?P<year>\d{4}) (?P<clock>\d{3,4}) (?P<half>[AP]M)$"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class BrightspaceForm:
    """One learner may have several folders, one a submission; the folder's name tells the time."""

    platform = Platform.BRIGHTSPACE

    def recognise(self, listing: Listing) -> float:
        """Count first folders that carry two numbers, a name and a time."""
        tops = listing.tops
        return share(
            sum(bool(_FOLDER.match(top)) for top in tops), len([t for t in tops if t != "index.html"])
        )

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to the learner's number."""
        folders = {top: match for top in listing.tops if (match := _FOLDER.match(top))}
        column = _learner_column(list(folders.values()))
        for file in listing.files:
            top, _, inner = file.path.partition("/")
            match = folders.get(top)
            if match is not None:
                moment = _time(match, zone)
                unread = top.rpartition(" - ")[2] if moment is None else ""
                yield Owned(match[column], match["name"], inner, file, moment, unread_time=unread)
        for path in listing.empty_folders:
            match = folders.get(path)
            if match is not None:
                yield Owned(
                    match[column], match["name"], "", None, _time(match, zone), fault=IntakeFault.NO_SOURCE
                )


def _learner_column(folders: Sequence[re.Match[str]]) -> str:
    """Return which of the two numbers is the learner's: the assignment's is the same for all."""
    first, second = ({folder[column] for folder in folders} for column in ("first", "second"))
    return "second" if len(first) == 1 and len(second) > 1 else "first"


def _time(match: re.Match[str], zone: tzinfo) -> datetime | None:
    clock = match["clock"].zfill(4)
    hour, minute = int(clock[:2]) % 12 + (12 if match["half"] == "PM" else 0), int(clock[2:])
    try:
        month = _MONTHS.index(match["month"]) + 1
        wall = datetime(int(match["year"]), month, int(match["day"]), hour, minute)  # noqa: DTZ001
        return moment_of(wall, zone)
    except ValueError:
        return None
