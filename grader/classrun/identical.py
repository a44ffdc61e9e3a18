"""Identical sources in a class run: graded once for each exercise, whoever handed them in.

Messages and tracebacks carry the file's name, so that under another name the same source is another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.domain.classroom import Handin
from grader.domain.submission import Submission


@dataclass(frozen=True)
class SourceKey:
    """What makes two hand-ins one grading."""

    exercise: int
    digest: str
    file_name: str


def key_of(exercise: int, submission: Submission) -> SourceKey:
    """The key of a submission to an exercise."""
    return SourceKey(exercise, submission.digest, submission.name)


@dataclass
class IdenticalSources:
    """Who handed in each source first, and who else waits for its result."""

    _first: dict[SourceKey, Handin] = field(default_factory=dict)
    _waiting: dict[SourceKey, list[Handin]] = field(default_factory=dict)
    _answered: set[SourceKey] = field(default_factory=set)

    def is_first(self, key: SourceKey, item: Handin) -> bool:
        """Whether this hand-in is the one to be graded; else it waits for the result."""
        if key not in self._first:
            self._first[key] = item
            return True
        self._waiting.setdefault(key, []).append(item)
        return False

    def answered(self, key: SourceKey) -> list[Handin]:
        """Note that the first one has its result; returns who waited for it."""
        self._answered.add(key)
        return self._waiting.pop(key, [])

    def late(self) -> list[tuple[SourceKey, Handin, list[Handin]]]:
        """Hand-ins of sources that were answered before they were read, each with the first one of its source."""
        ready = [key for key in self._waiting if key in self._answered]
        return [(key, self._first[key], self._waiting.pop(key)) for key in ready]
