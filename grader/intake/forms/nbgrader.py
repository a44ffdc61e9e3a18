"""nbgrader's tree: `submitted/<student>/<assignment>/` with the time in `timestamp.txt`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import FoundFile, IntakeRefused, Listing
from grader.intake.moment import read_moment
from grader.intake.names import clean_id, distinct_names

_TIMESTAMP = "timestamp.txt"
_SUBMITTED = "submitted"


class NbgraderForm:
    """A course's root, or its `submitted` folder itself."""

    platform = Platform.NBGRADER

    def recognise(self, listing: Listing) -> float:
        """A `submitted` folder or time stamps two folders down decide."""
        stamped = {
            path.rpartition("/")[0] for path, _ in _submitted(listing) if path.endswith(f"/{_TIMESTAMP}")
        }
        if not stamped:
            return 0.9 if any(file.path.startswith(f"{_SUBMITTED}/") for file in listing.files) else 0.0
        inside = [path for path, _ in _submitted(listing)]
        return share(sum("/".join(path.split("/")[:2]) in stamped for path in inside), len(inside))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to the student's folder, with the time of its assignment."""
        files = [(path.split("/"), file) for path, file in _submitted(listing)]
        keys = distinct_names(parts[0] for parts, _ in files if len(parts) > 2)
        times = {tuple(parts[:2]): _time(file, zone) for parts, file in files if parts[2:] == [_TIMESTAMP]}
        with_work: set[tuple[str, ...]] = set()
        for parts, file in files:
            if len(parts) > 2 and parts[-1] != _TIMESTAMP:
                with_work.add(tuple(parts[:2]))
                time, unread = times.get(tuple(parts[:2]), (None, ""))
                inner = "/".join(parts[1:])
                yield Owned(keys[parts[0]], parts[0], inner, file, time, unread_time=unread)
        for place, (time, _) in times.items():
            if place not in with_work:
                yield Owned(keys[place[0]], place[0], place[1], None, time, fault=IntakeFault.NO_SOURCE)


def _submitted(listing: Listing) -> Iterator[tuple[str, FoundFile]]:
    """Yield paths below the `submitted` folder: a course also holds `release` and others."""
    has_folder = any(file.path.startswith(f"{_SUBMITTED}/") for file in listing.files)
    for file in listing.files:
        if not has_folder:
            yield file.path, file
        elif file.path.startswith(f"{_SUBMITTED}/"):
            yield file.path.removeprefix(f"{_SUBMITTED}/"), file


def _time(file: FoundFile, zone: tzinfo) -> tuple[datetime | None, str]:
    """The moment, and the text where no moment can be read from it for certain."""
    try:
        text = clean_id(file.read(200).decode("utf-8", "replace"))
    except IntakeRefused:
        return None, ""
    moment = read_moment(text, zone)
    return moment, text if moment is None else ""
