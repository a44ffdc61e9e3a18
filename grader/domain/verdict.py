"""The closed sets of grading: verdicts, tiers, visibilities, levels of confinement."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """What became of a check or of a whole submission, from harmless to severe."""

    ACCEPTED = "accepted"
    NOT_ATTEMPTED = "not_attempted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    FORBIDDEN = "forbidden"
    INVALID_SUBMISSION = "invalid_submission"
    PROTOCOL_VIOLATION = "protocol_violation"
    INTERNAL_ERROR = "internal_error"

    @property
    def severity(self) -> int:
        """Position in the order above; the gravest verdict of several is the one with the highest severity."""
        return list(Verdict).index(self)

    @property
    def is_attempt(self) -> bool:
        """True where the learner's answer was tried out; an untouched stub, and a file that Python cannot read
        or that lacks what was asked for, cost nothing.
        """
        return self not in (Verdict.NOT_ATTEMPTED, Verdict.INVALID_SUBMISSION)


class Tier(StrEnum):
    """How much a check counts: core must pass, edge is robustness, advice has no points."""

    CORE = "core"
    EDGE = "edge"
    ADVICE = "advice"


class Visibility(StrEnum):
    """Whether a student may see a check's inputs and values."""

    PUBLIC = "public"
    HIDDEN = "hidden"


class Confinement(StrEnum):
    """How firmly the worker is locked in, from nothing to Landlock with seccomp."""

    NONE = "none"
    NO_OPENS = "no-opens"
    FULL = "full"

    @property
    def strength(self) -> int:
        """0 for none, 1 for no-opens, 2 for full."""
        return list(Confinement).index(self)
