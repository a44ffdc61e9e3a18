"""How a child ended says what becomes of its submission."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.domain.errors import SandboxError
from grader.domain.verdict import Verdict
from grader.sandbox.child import Child, Ending, Pipes, begin_child
from grader.sandbox.launcher import WorkerServer, spawn_server

JOB = {"memory_mib": 256, "cpu_seconds": 5, "require": "none"}


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One server for all children."""
    made = spawn_server(warm=False)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("status", "cpu_seconds", "verdict"),
    [
        (0, 0.1, Verdict.RUNTIME_ERROR),
        (96, 0.1, Verdict.RUNTIME_ERROR),
        (-signal.SIGXCPU, 0.1, Verdict.TIME_LIMIT),
        (-signal.SIGKILL, 10.5, Verdict.TIME_LIMIT),
        (-signal.SIGKILL, 0.1, Verdict.MEMORY_LIMIT),
        (-signal.SIGSEGV, 0.1, Verdict.RUNTIME_ERROR),
    ],
)
def test_an_ending_is_a_verdict(status: int, cpu_seconds: float, verdict: Verdict) -> None:
    """Exit codes, signals, and a kill after or before the CPU time was used up."""
    assert Ending(status, cpu_seconds).failure(10.0).verdict is verdict


def test_a_child_is_ended_once(server: WorkerServer) -> None:
    """Ending it again tells the same, and its process is gone."""
    child, pipes = _begun(server)
    assert child.is_alive()
    assert not child.leaves_within(0.05)
    ending = child.end()
    assert child.end() is ending
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)
    pipes.data.close()
    os.close(pipes.log_fd)


def test_a_child_that_left_is_known(server: WorkerServer) -> None:
    """A child that ended by itself is not alive any more."""
    child, pipes = _begun(server)
    os.kill(child.pid, signal.SIGKILL)
    assert child.leaves_within(5.0)
    assert not child.is_alive()
    assert child.end().status == -signal.SIGKILL
    pipes.data.close()
    os.close(pipes.log_fd)


def test_without_a_server_there_is_no_child() -> None:
    """A server that is gone is our fault, and leaves no descriptors behind."""
    dead = spawn_server(warm=False)
    os.kill(dead.pid, signal.SIGKILL)
    time.sleep(0.1)
    before = _descriptors()
    with pytest.raises(SandboxError):
        begin_child(dead, JOB, ahead=False)
    assert _descriptors() == before
    dead.close()


def _begun(server: WorkerServer) -> tuple[Child, Pipes]:
    return begin_child(server, JOB, ahead=False)


def _descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
