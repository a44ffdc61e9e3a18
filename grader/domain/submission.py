"""A submission as intake delivers it: sources as bytes, never executed or imported here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum


class SourceKind(StrEnum):
    """The form in which a learner handed in."""

    PYTHON = "python"
    NOTEBOOK = "notebook"


@dataclass(frozen=True)
class Submission:
    """One learner's source for one exercise.

    `source` is the raw file; the worker parses it (`.ipynb` too) inside the sandbox. `notes` are
    remarks of intake for the learner ("the newest of 3 files was taken").
    """

    name: str
    kind: SourceKind
    source: bytes
    notes: tuple[str, ...] = field(default=())

    @property
    def digest(self) -> str:
        """sha256 of kind and source: equal digests are graded once."""
        return hashlib.sha256(self.kind.encode() + b"\0" + self.source).hexdigest()
