"""A child is waited for as long as its limit and as the machine kept it from running: starved is not slow, asleep is not
starved.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.sandbox.patience import (
    MOST_PATIENCE,
    UNTOLD_SHARE,
    Patience,
    is_running,
    seconds_kept_waiting,
)

LIMIT = 10.0


def test_what_a_child_was_kept_waiting_is_granted_once() -> None:
    """Seconds without a processor are granted as they are counted, and none of them twice."""
    waited = iter([2.0, 2.0, 3.5])
    patience = Patience(1, LIMIT, lambda pid: next(waited))
    assert [patience(), patience(), patience()] == [2.0, 0.0, 1.5]


def test_patience_has_an_end() -> None:
    """However busy the machine, a child holds its grading process no longer than a multiple of its limit."""
    patience = Patience(1, LIMIT, lambda pid: 1e6)
    assert patience() == MOST_PATIENCE * LIMIT
    assert patience() == 0.0


@pytest.mark.parametrize("count", [1, 5])
def test_where_nothing_is_counted_a_fifth_is_granted(count: int) -> None:
    """Without the kernel's count, wanting to run at the deadline earns a fifth of the limit, however often it is
    seen.
    """
    patience = Patience(os.getpid(), LIMIT, lambda pid: None)
    assert sum(patience() for _ in range(count)) == UNTOLD_SHARE * LIMIT


def test_a_sleeping_process_earns_nothing() -> None:
    """A process that sleeps is told apart from one that wants to run, and was kept waiting by nobody."""
    with _asleep() as pid:
        assert not is_running(pid)
        waited = seconds_kept_waiting(pid)
        time.sleep(0.3)
        assert waited is None or seconds_kept_waiting(pid) == waited
        assert is_running(os.getpid())


def test_a_process_that_is_gone_earns_nothing() -> None:
    """What cannot be asked any more is granted nothing."""
    with _asleep() as pid:
        pass
    assert seconds_kept_waiting(pid) is None
    assert Patience(pid, LIMIT)() == 0.0


@contextmanager
def _asleep() -> Iterator[int]:
    """A process of our own that waits for ever."""
    pid = os.fork()
    if pid == 0:
        os.read(os.pipe()[0], 1)
        os._exit(0)
    try:
        for _ in range(2000):  # a busy machine may take a while to let it get there
            if not is_running(pid):
                break
            time.sleep(0.01)
        yield pid
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
