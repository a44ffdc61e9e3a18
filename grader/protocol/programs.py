"""The programs of one request to observe, with the frame in which they cross the pipe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from grader.domain.case import Step, parts
from grader.protocol.codec import encode


class Programs:
    """Programs and their frame: made once where many submissions are asked the same.

    `whole` are the programs, `sent` what is sent of them, a program that trains in its parts, and `goes_on`
    tells which of these goes on where the one before it ended.
    """

    def __init__(self, programs: Iterable[Sequence[Step]]) -> None:
        self.whole = tuple(tuple(program) for program in programs)
        cut = [parts(program) for program in self.whole]
        self.sent = tuple(part for program in cut for part in program)
        self.goes_on = tuple(number > 0 for program in cut for number in range(len(program)))

    @cached_property
    def frame(self) -> bytes:
        """The frame that follows the request's own."""
        return encode(self.sent)

    def make_frame(self) -> bytes:
        """Encode the frame now, while nobody waits for it, and keep it."""
        return self.frame
