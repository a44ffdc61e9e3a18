"""Blackboard's "Assignment File Download": flat files with the attempt's time, and a text about each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import FoundFile, IntakeRefused, Listing

_NAME = re.compile(
    r"^(?P<assignment>.+)_(?P<user>[^_]+)_attempt_(?P<time>\d{4}(?:-\d{2}){5})(?:_(?P<file>.+)|\.txt)$"
)
_PERSON = re.compile(
    r"^[^:：\n]{1,40}[:：]\s*(?P<name>[^\n]+?)\s*[(（](?P<user>[^()（）\n]+)[)）]\s*$", re.MULTILINE
)


class BlackboardForm:
    """The user name is the id; the person's name stands in the attempt's text file, in any language."""

    platform = Platform.BLACKBOARD

    def recognise(self, listing: Listing) -> float:
        """Count names that carry an attempt's time."""
        return share(sum(bool(_NAME.match(file.path)) for file in listing.files), len(listing.files))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to its user; an attempt without files is somebody who typed text."""
        matches = [(match, file) for file in listing.files if (match := _NAME.match(file.path))]
        names = {match["user"]: name for match, file in matches if (name := _person(match, file))}
        with_files = {(match["user"], match["time"]) for match, _ in matches if match["file"]}
        for match, file in matches:
            is_about = match["file"] is None
            if is_about and (match["user"], match["time"]) in with_files:
                continue
            yield Owned(
                key=match["user"],
                name=names.get(match["user"], match["user"]),
                inner=match["file"] or file.name,
                file=file,
                submitted_at=_time(match["time"], zone),
                fault=IntakeFault.TYPED_TEXT if is_about else None,
            )


def _person(match: re.Match[str], file: FoundFile) -> str:
    if match["file"] is not None:
        return ""
    try:
        text = file.read(4096).decode("utf-8", "replace")
    except IntakeRefused:
        return ""
    found = _PERSON.search(text)
    return found["name"] if found and found["user"] == match["user"] else ""


def _time(text: str, zone: tzinfo) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").replace(tzinfo=zone)
    except ValueError:
        return None
