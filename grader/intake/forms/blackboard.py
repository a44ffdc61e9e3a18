"""Blackboard's "Assignment File Download": flat files with the attempt's time, a text about each."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, tzinfo

from grader.domain.classroom import IntakeFault, Platform
from grader.intake.form import Owned, share
from grader.intake.listing import FoundFile, IntakeRefused, Listing
from grader.intake.moment import moment_of
from grader.intake.names import clean_id

_NAME = re.compile(r"^(?P<head>[^/]+?)_attempt_(?P<time>\d{4}(?:-\d{2}){5})(?:_(?P<file>[^/]+)|\.txt)$")
_PERSON = re.compile(
    r"^[^:：\n]{1,40}[:：]\s*(?P<name>[^\n]+?)\s*[(（](?P<user>[^()（）\n]+)[)）]\s*$", re.MULTILINE
)


class BlackboardForm:
    """The user name is the id; the person's name stands in the attempt's text file, in any language.

    What follows the first attempt's time is the learner's own: a name in there is nobody.
    """

    platform = Platform.BLACKBOARD

    def recognise(self, listing: Listing) -> float:
        """Count names that carry an attempt's time."""
        return share(sum(bool(_NAME.match(file.path)) for file in listing.files), len(listing.files))

    def sort(self, listing: Listing, zone: tzinfo) -> Iterable[Owned]:
        """Give each file to its user; an attempt without files is somebody who typed text."""
        matches = [(match, file) for file in listing.files if (match := _NAME.match(file.path))]
        people = dict(filter(None, (_person(match, file) for match, file in matches)))
        title = _title(
            {match["head"] for match, _ in matches}, {head: user for head, (user, _) in people.items()}
        )
        with_files = {(match["head"], match["time"]) for match, _ in matches if match["file"]}
        for match, file in matches:
            head, is_about = match["head"], match["file"] is None
            if is_about and (head, match["time"]) in with_files:
                continue
            user = clean_id(head.removeprefix(title))
            moment = _time(match["time"], zone)
            yield Owned(
                key=user,
                name=people[head][1] if head in people and people[head][0] == user else user,
                inner=match["file"] or file.name,
                file=file,
                submitted_at=moment,
                fault=IntakeFault.TYPED_TEXT if is_about else None,
                unread_time=match["time"] if moment is None else "",
            )


def _title(heads: Collection[str], users: Mapping[str, str]) -> str:
    """What stands before the user name in all heads: the assignment's title with its underscore.

    A user name may hold underscores itself: `users` are those that the platform's own texts confirm, by head.
    """
    confirmed = Counter(head.removesuffix(user) for head, user in users.items())
    for title, _ in confirmed.most_common():
        if title.endswith("_") and all(head.startswith(title) and head != title for head in heads):
            return title
    heads_alone = [head.rpartition("_")[0] + "_" for head in heads]
    shared = os.path.commonprefix(heads_alone)  # noqa: RUF071  letter by letter is meant
    return shared[: shared.rfind("_") + 1]


def _person(match: re.Match[str], file: FoundFile) -> tuple[str, tuple[str, str]] | None:
    """(head, (user, name)) where the platform's text about an attempt says whose it is."""
    if match["file"] is not None:
        return None
    try:
        text = file.read(4096).decode("utf-8", "replace")
    except IntakeRefused:
        return None
    found = _PERSON.match(
        text.lstrip("\ufeff\r\n ")
    )  # the first line is the platform's, what follows may be typed
    if found is None or not match["head"].endswith(f"_{found['user']}"):
        return None
    return match["head"], (found["user"], found["name"])


def _time(text: str, zone: tzinfo) -> datetime | None:
    try:
        return moment_of(datetime.strptime(text, "%Y-%m-%d-%H-%M-%S"), zone)  # noqa: DTZ007
    except ValueError:
        return None
