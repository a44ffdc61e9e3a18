"""A child's seconds are those that the judge waits for it; what comes at once is read in parts."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from grader.sandbox.channel import Channel, DeadlinePassed


class Clock:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket, int]]:
    """Both ends of a data socket, and a log that stays silent."""
    ours, theirs = socket.socketpair()
    reading, writing = os.pipe()
    yield ours, theirs, reading
    for each in (ours, theirs):
        each.close()
    os.close(reading)
    os.close(writing)


def test_the_judges_own_time_does_not_count(ends: tuple[socket.socket, socket.socket, int]) -> None:
    """However long the judge does something else between two reads, the child's seconds stay its own."""
    ours, theirs, log = ends
    clock = Clock()
    channel = Channel(ours, log, 10.0, 1, clock=clock)
    theirs.sendall(b"a")
    assert channel.read(1) == b"a"
    clock.now += 1000.0
    theirs.sendall(b"b")
    assert channel.read(1) == b"b"


def test_waiting_for_the_child_counts(ends: tuple[socket.socket, socket.socket, int]) -> None:
    """When the seconds spent waiting are used up, the deadline has passed."""
    ours, theirs, log = ends
    channel = Channel(ours, log, 2.5, 1, clock=Clock())
    assert [_sent(theirs, channel, byte) for byte in b"abc"] == [b"a", b"b", b"c"]
    with pytest.raises(DeadlinePassed):
        channel.read(1)


def _sent(theirs: socket.socket, channel: Channel, byte: int) -> bytes:
    theirs.sendall(bytes([byte]))
    return channel.read(1)


def test_what_comes_at_once_is_read_in_parts(ends: tuple[socket.socket, socket.socket, int]) -> None:
    """Bytes that came with others are kept for the next read, and what is left at the end is told."""
    ours, theirs, log = ends
    channel = Channel(ours, log, 10.0, 1)
    theirs.sendall(b"abcde")
    assert [channel.read(2), channel.read(2)] == [b"ab", b"cd"]
    theirs.close()
    assert channel.finish()


def test_more_time_is_granted_to_a_starved_child(ends: tuple[socket.socket, socket.socket, int]) -> None:
    """Seconds that are granted at the deadline are waited too, until none are granted."""
    ours, theirs, log = ends
    grants = iter([2.0, 2.0, 0.0])
    channel = Channel(ours, log, 0.5, 1, more_time=lambda: next(grants), clock=Clock())
    assert b"".join(_sent(theirs, channel, byte) for byte in b"abcde") == b"abcde"
    with pytest.raises(DeadlinePassed):
        channel.read(1)
