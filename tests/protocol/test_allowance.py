"""A submission's bytes and values are counted over all its replies."""

from __future__ import annotations

import pytest

from grader.protocol.allowance import RESERVE_BYTES, Allowance
from grader.protocol.violation import ProtocolViolation


def test_what_is_spent_is_gone() -> None:
    """Bytes and values of one reply are not there for the next."""
    left = Allowance(bytes_left=10, values_left=5)
    left.spend(size=4, values=2)
    left.spend(size=6, values=3)
    assert left == Allowance(bytes_left=0, values_left=0)


@pytest.mark.parametrize("spent", [{"size": 11}, {"values": 6}])
def test_more_than_there_is_is_a_violation(spent: dict[str, int]) -> None:
    """Whoever sends more is no worker of ours."""
    with pytest.raises(ProtocolViolation):
        Allowance(bytes_left=10, values_left=5).spend(**spent)


def test_the_worker_keeps_a_reserve() -> None:
    """It can always say that there is too much: what it covers leaves the reserve."""
    left = Allowance(bytes_left=RESERVE_BYTES + 10, values_left=5)
    assert left.covers(size=10, values=5)
    assert not left.covers(size=11, values=5)
    assert not left.covers(size=10, values=6)
