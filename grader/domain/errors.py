"""Our own faults and the users' mistakes with content or usage; a student's fault is a verdict, never one of
these.
"""

from __future__ import annotations

from dataclasses import dataclass


class GraderError(Exception):
    """Something that is the grader's fault or the machine's: ends as internal_error, costs nobody points,
    exit 70.
    """


class SandboxError(GraderError):
    """The worker server died, could not start, or broke its own rules; not the submission's doing."""


@dataclass(frozen=True)
class Problem:
    """One fault in a file that people write: where, what was found, what was expected, how to mend it."""

    file: str
    place: str
    found: str
    expected: str
    mend: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        return f"{where}: found {self.found}; expected {self.expected}. {self.mend}"


class ContentError(GraderError):
    """Faults in the course's content, all of them at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class UsageError(Exception):
    """The user asked for something that does not exist or cannot be done; exit 2 with `hint` as the way out."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
