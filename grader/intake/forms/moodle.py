"""Moodle's "Download all submissions", with folders or without."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import Listing

_PATH = re.compile(
    r"^(?P<name>[^_/]+)_(?P<id>\d+)_assignsubmission_(?P<plugin>file|onlinetext)_?"
    r"(?:/(?P<path>.+)|(?P<flat>.+))?$"
)


class MoodleForm:
    """A name, then the participant's number; under blind marking the name is the word for "Participant"."""

    platform = Platform.MOODLE

    def recognise(self, listing: Listing) -> float:
        """Count paths that carry Moodle's plugin name."""
        return share(sum(bool(_PATH.match(file.path)) for file in listing.files), len(listing.files))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to the participant's (or the team's) number."""
        matches = [(match, file) for file in listing.files if (match := _PATH.match(file.path))]
        blind = _is_blind({(match["name"], match["id"]) for match, _ in matches})
        for match, file in matches:
            name = f"{match['name']} {match['id']}" if blind else match["name"]
            typed = match["plugin"] == "onlinetext"
            yield Owned(
                key=match["id"],
                name=name,
                inner=match["path"] or match["flat"] or file.name,
                file=file,
                fault=IntakeFault.TYPED_TEXT if typed else None,
            )


def _is_blind(people: set[tuple[str, str]]) -> bool:
    return len(people) > 1 and len({name for name, _ in people}) == 1
