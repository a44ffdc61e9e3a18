"""What one submission may send in all: its bytes, its values, counted over every reply of its session."""

from __future__ import annotations

from dataclasses import dataclass

from grader.protocol.violation import ProtocolViolation

BYTES_LIMIT = 48 * 1024 * 1024
"""The largest honest session known sends 8 MiB: attention weights of a dropout test, not averaged over heads."""

VALUES_LIMIT = 200_000
"""Numbers, texts, tensors and containers, each counted as one. Honest sessions send up to some ten thousand."""

RESERVE_BYTES = 64 * 1024
"""What the worker keeps back, so that it can still say that there is too much."""


@dataclass
class Allowance:
    """What is left of a submission's bytes and values.

    The worker keeps one to stay within it, and says so where it cannot. The judge keeps one to take nobody's
    word for it: what goes beyond was sent by no worker of ours.
    """

    bytes_left: int = BYTES_LIMIT
    values_left: int = VALUES_LIMIT

    def spend(self, *, size: int = 0, values: int = 0) -> None:
        """Take bytes and values from what is left; ProtocolViolation if there is less."""
        self.bytes_left -= size
        self.values_left -= values
        if self.bytes_left < 0 or self.values_left < 0:
            raise ProtocolViolation("more than all replies of a submission may hold")

    def covers(self, *, size: int, values: int) -> bool:
        """Whether so much is left, beside the reserve."""
        return size <= self.bytes_left - RESERVE_BYTES and values <= self.values_left
