"""Canvas's "Download Submissions": one flat folder, everything in the file's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import Listing

_NAME = re.compile(
    r"^(?:(?P<name>(?!LATE_).+?)_)?(?:(?P<late>LATE)_)?(?P<user>\d+|anon_[0-9A-Za-z]+)_"
    r"(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)$"
)
_CLASH = re.compile(r"-(?:[1-7]|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\.[^.]+$)")


class CanvasForm:
    """The user's number is the id; a group's archive has the group's name before it; LATE marks late work."""

    platform = Platform.CANVAS

    def recognise(self, listing: Listing) -> float:
        """Count names that carry a user's and an attachment's number."""
        return share(sum(bool(_NAME.match(file.path)) for file in listing.files), len(listing.files))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to its user; a higher attachment number is newer."""
        for file in listing.files:
            match = _NAME.match(file.path)
            if match is None:
                continue
            yield Owned(
                key=match["user"],
                name=match["name"] or match["user"],
                inner=_CLASH.sub("", match["file"]) if match["file"] else file.name,
                file=file,
                late=match["late"] is not None,
                order=int(match["attachment"] or 0),
                fault=IntakeFault.TYPED_TEXT if match["kind"] else None,
            )
