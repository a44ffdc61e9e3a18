"""How a command ends."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of `grade`, as sysexits and shells have them."""

    DONE = 0
    NOT_ACCEPTED = 1
    USAGE = 2
    OUR_FAULT = 70
    INTERRUPTED = 130
