"""Our own faults, users' mistakes with content or usage; a student's fault is a verdict, never one of these."""

from __future__ import annotations

from dataclasses import dataclass

from grader.domain.text import Language, Text


class GraderError(Exception):
    """Something that is the grader's fault or the machine's: ends as internal_error, costs nobody points, exit 70."""


class SandboxError(GraderError):
    """The worker server died, could not start, or broke its own rules; not the submission's doing."""


@dataclass(frozen=True)
class Problem:
    """One fault in a file that people write: where, what was found, what was expected, how to mend it."""

    file: str
    place: str
    found: str
    expected: str
    remedy: str

    def __str__(self) -> str:
        where = f"{self.file}: {self.place}" if self.place else self.file
        return f"{where}: found {self.found}; expected {self.expected}. {self.remedy}"


class ContentError(GraderError):
    """Faults in the course's content, all of them at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


NO_HINT = Text("", "")


class UsageError(Exception):
    """The user asked for something that does not exist or cannot be done; exit 2 with `hint` as the way out.

    `str()` of it is the English message, for logs.
    """

    def __init__(self, message: Text, hint: Text = NO_HINT) -> None:
        super().__init__(message.en)
        self.message = message
        self.hint = hint

    def lines(self, language: Language) -> tuple[str, ...]:
        """Return the message and, where there is one, the hint."""
        return tuple(text.get(language) for text in (self.message, self.hint) if text != NO_HINT)
