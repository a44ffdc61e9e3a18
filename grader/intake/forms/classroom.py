"""Clones of Classroom 50, or of the former GitHub Classroom: a repository a learner, its user name last."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import IntakeRefused, Listing
from grader.intake.names import distinct_names

ROSTER = "students.csv"
_SUFFIX = "-submissions"


class ClassroomForm:
    """`<classroom>-<assignment>-<user>` beside `students.csv`, or `<slug>-submissions/<slug>-<user>`.

    User names are chosen by learners and may hold hyphens: what
    stands before them is the same for a whole class, and so decides.
    """

    platform = Platform.CLASSROOM

    def recognise(self, listing: Listing) -> float:
        """The roster's user names, or the folder's own name, tell the layout."""
        folders = _folders(listing)
        slug = listing.root_name.removesuffix(_SUFFIX)
        if slug != listing.root_name:
            return share(sum(folder.startswith(f"{slug}-") for folder in folders), len(folders))
        return share(len(_users_of(folders, _roster_users(listing))), len(folders))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each repository to its user name."""
        folders = _folders(listing)
        users = _users_of(folders, _roster_users(listing))
        prefix = _prefix(folders, listing.root_name)
        names = {folder: users.get(folder) or folder.removeprefix(prefix) for folder in folders}
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


def _users_of(folders: Sequence[str], users: Mapping[str, str]) -> dict[str, str]:
    """Folder -> the roster's user name that ends it, behind the beginning that most folders share with such a name."""
    cuts = {
        folder: [cut for cut, char in enumerate(folder, 1) if char == "-" and folder[cut:].lower() in users]
        for folder in folders
    }
    frequent = Counter(folder[:cut] for folder, found in cuts.items() for cut in found)
    return {
        folder: users[folder[max(found, key=lambda cut: (frequent[folder[:cut]], cut)) :].lower()]
        for folder, found in cuts.items()
        if found
    }


def _roster_users(listing: Listing) -> dict[str, str]:
    """Return the roster's user names by their lower-case form; GitHub's names differ in more than case."""
    file = next((file for file in listing.files if file.path == ROSTER), None)
    if file is None:
        return {}
    try:
        text = file.read(16 * 1024 * 1024).decode("utf-8-sig", "replace")
    except IntakeRefused:
        return {}
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
    except csv.Error:
        return {}
    users = [user for row in rows if isinstance(user := row.get("username"), str) and user]
    return {user.lower(): user for user in users}
