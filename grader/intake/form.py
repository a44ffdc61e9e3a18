"""What a platform's form is: a layout that can be recognised, which tells whose each file is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Protocol

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.listing import FoundFile, Listing


@dataclass(frozen=True)
class Owned:
    """One file and its learner; `file` is None for a learner who is named but has no file.

    `inner` is the file's path among the learner's own. `order` puts files of one learner from old to new
    where `submitted_at` (aware) is the same or unknown. `fault` says why the file cannot count. `unread_time` is a
    time as the platform wrote it that nobody can read for certain.
    """

    key: str
    name: str
    inner: str
    file: FoundFile | None
    submitted_at: datetime | None = None
    late: bool = False
    order: int = 0
    fault: IntakeFault | None = None
    unread_time: str = ""


class Form(Protocol):
    """A platform's layout."""

    @property
    def platform(self) -> Platform:
        """The platform."""

    def recognise(self, listing: Listing) -> float:
        """Return how much of the listing has this layout, 0.0 to 1.0."""

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Return each file with its learner; `zone` is that of times that are written without one."""


def share(matching: int, total: int) -> float:
    """Return the share as a number from 0.0 to 1.0; nothing of nothing is 0.0."""
    return matching / total if total else 0.0
