"""Which of one learner's several files for an exercise counts, with the reason."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fnmatch import fnmatchcase

from grader.domain.classroom import ChosenBy

_OLD = re.compile(
    r"(?:^|[^a-z])(?:old|backup|bak|copy|draft|test|tests|tmp|temp|original|orig|try|attempt)(?![a-z])"
    r"|副本|旧|备份|草稿|测试|~",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"(?:^|[^a-z])(?:new|final|fixed|latest|solution)(?![a-z])|最终|最新|新版|答案", re.IGNORECASE
)
_SAME_MOMENT = timedelta(minutes=1)
"""Unpacking and cloning give all files nearly the same time of their own: it then says nothing."""


@dataclass(frozen=True)
class Candidate:
    """One file that could count for an exercise.

    `attempt` is when, or as which upload, it reached the platform; `modified` is the file's own time. `defines`: it
    defines what the exercise asks for, as far as its text tells. `named`: its name tells the exercise.
    """

    path: str
    inner: str
    attempt: tuple[datetime, int]
    modified: datetime
    defines: bool
    named: bool


def choose(candidates: Sequence[Candidate], prefer: Sequence[str]) -> tuple[Candidate, ChosenBy | None]:
    """The file that counts, and why it does (None: there is no other).

    In this order: it matches a pattern of `prefer`, it defines the entry, it came in the newest attempt, it is newer by
    more than a minute, its name sounds like the one that is meant. So a helper or a test beside the solution, which
    imports what the solution defines, never takes its place.
    """
    left = list(candidates)
    if len(left) == 1:
        return left[0], None
    preferred = [each for each in left if any(matches(each, pattern) for pattern in prefer)]
    if preferred and len(preferred) < len(left):
        return choose(preferred, ())[0], ChosenBy.PREFERRED
    defining = [each for each in left if each.defines]
    if defining and len(defining) < len(left):
        return choose(defining, ())[0], ChosenBy.DEFINES
    newest = max(each.attempt for each in left)
    uploaded = [each for each in left if each.attempt == newest]
    if len(uploaded) == 1:
        return uploaded[0], ChosenBy.NEWEST
    last = max(each.modified for each in uploaded)
    recent = [each for each in uploaded if last - each.modified <= _SAME_MOMENT]
    if len(recent) == 1:
        return recent[0], ChosenBy.NEWEST
    return max(recent, key=_rank), ChosenBy.NAME


def matches(candidate: Candidate, pattern: str) -> bool:
    """Whether a pattern such as `model.py`, `*/src/*` or `anna/*.py` means this file; case aside."""
    folded = pattern.casefold()
    forms = (candidate.path, candidate.inner, candidate.inner.rpartition("/")[2])
    return any(fnmatchcase(each.casefold(), folded) for each in forms)


def _rank(candidate: Candidate) -> tuple[bool, bool, bool, int, list[tuple[int, int, str]], datetime]:
    """What speaks for a file where times say nothing: no "old" in it, the exercise's name, "final", its number."""
    name = candidate.inner.rpartition("/")[2].rpartition(".")[0]
    return (
        _OLD.search(name) is None,
        candidate.named,
        _NEW.search(name) is not None,
        -candidate.inner.count("/"),
        [(1, int(part), "") if part.isdecimal() else (0, 0, part) for part in _parts(name)],
        candidate.modified,
    )


def _parts(name: str) -> list[str]:
    return [part for part in re.split(r"(\d{1,9})", name.casefold()) if part]
