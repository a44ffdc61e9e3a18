"""Clones of Classroom 50 and of the former GitHub Classroom: a repository a learner, its user name last."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import IntakeRefused, Listing
from grader.intake.names import distinct_names

ROSTER = "students.csv"
_SUFFIX = "-submissions"


class ClassroomForm:
    """`<classroom>-<assignment>-<user>` beside `students.csv`, or `<slug>-submissions/<slug>-<user>`."""

    platform = Platform.CLASSROOM

    def recognise(self, listing: Listing) -> float:
        """The roster's user names, or the folder's own name, tell the layout."""
        folders = _folders(listing)
        slug = listing.root_name.removesuffix(_SUFFIX)
        if slug != listing.root_name:
            return share(sum(folder.startswith(f"{slug}-") for folder in folders), len(folders))
        users = _roster_users(listing)
        return share(sum(_user_of(folder, users) is not None for folder in folders), len(folders))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each repository to its user name."""
        folders = _folders(listing)
        users = _roster_users(listing)
        prefix = _prefix(folders, listing.root_name)
        names = {folder: _user_of(folder, users) or folder.removeprefix(prefix) for folder in folders}
        keys = distinct_names(names.values())
        for file in listing.files:
            top, slash, inner = file.path.partition("/")
            if slash:
                yield Owned(keys[names[top]], names[top], inner, file)
        for path in listing.empty_folders:
            if "/" not in path:
                yield Owned(keys[names[path]], names[path], "", None, fault=IntakeFault.NO_SOURCE)


def _folders(listing: Listing) -> list[str]:
    inside = [file.path.partition("/")[0] for file in listing.files if "/" in file.path]
    return list(dict.fromkeys([*inside, *(path.partition("/")[0] for path in listing.empty_folders)]))


def _prefix(folders: Sequence[str], root_name: str) -> str:
    slug = root_name.removesuffix(_SUFFIX)
    if slug != root_name:
        return f"{slug}-"
    if len(folders) < 2:
        return ""
    low, high = min(folders), max(folders)  # what these two share, all share
    length = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    return low[: low.rfind("-", 0, length) + 1]


def _user_of(folder: str, users: Mapping[str, str]) -> str | None:
    """Return the roster's user name that ends the folder's name, the longest where several do."""
    cut = folder.find("-")
    while cut >= 0:
        if user := users.get(folder[cut + 1 :].lower()):
            return user
        cut = folder.find("-", cut + 1)
    return None


def _roster_users(listing: Listing) -> dict[str, str]:
    """Return the roster's user names by their lower-case form; GitHub's names differ in more than case."""
    file = next((file for file in listing.files if file.path == ROSTER), None)
    if file is None:
        return {}
    try:
        text = file.read(16 * 1024 * 1024).decode("utf-8-sig", "replace")
    except IntakeRefused:
        return {}
    rows = csv.DictReader(io.StringIO(text))
    users = [user for row in rows if isinstance(user := row.get("username"), str) and user]
    return {user.lower(): user for user in users}
