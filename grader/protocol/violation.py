"""What no worker of ours would have sent, told from a fault of our own."""

from __future__ import annotations


class ProtocolViolation(Exception):
    """A reply that breaks the rules of the pipe: the whole submission is void."""


DATA_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
"""What our code raises over data that it does not expect: another form, or values without a number."""
