"""What of an exception's own name or text is repeated to a learner."""

from __future__ import annotations

import builtins

LONGEST = 200


def is_builtin_exception(name: str) -> bool:
    """Whether an exception's name is Python's own; one that a learner chose could carry anything out."""
    return isinstance(getattr(builtins, name, None), type)


def shortened(message: str) -> str:
    """The first line of an exception's text: torch lists every signature behind it, and its stack."""
    first = next(iter(message.strip().splitlines()), "")
    first = first.partition(", but expected one of:")[0].removesuffix(" but expected one of:")
    return first if len(first) <= LONGEST else first[: LONGEST - 1] + "…"
