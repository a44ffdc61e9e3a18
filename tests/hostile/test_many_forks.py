"""A server does not grow: after many submissions its memory, threads and descriptors are those of before."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from grader.domain.submission import SourceKind, Submission
from grader.worker.server import GATHERS_AFTER_JOBS
from tests.hostile.attacks import HONEST
from tests.hostile.siege import MODES, Siege, besieged, demand

SLOW = os.environ.get("SLOW", "0") not in ("", "0")
ROUNDS = 1000 if SLOW else 40
SETTLING = GATHERS_AFTER_JOBS + 20
TRIALS = 3
GROWTH_BYTES = 2 << 20
CHILD_BYTES = 12 * 2**20


@pytest.fixture(scope="module")
def siege(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """An ordinary user's server; root may look into it."""
    demand(MODES[1])
    with besieged(MODES[1], root, tmp_path_factory.mktemp("forks")) as started:
        assert started.honest().accepted
        yield started


def test_a_server_does_not_grow(siege: Siege) -> None:
    """Right, crashing and leaving submissions in turn leave memory, threads and descriptors as they were."""
    server = psutil.Process(siege.server.pid)
    crash = Submission("crash.py", SourceKind.PYTHON, b"import ctypes\nctypes.string_at(0)")
    leave = Submission("leave.py", SourceKind.PYTHON, b"import os\nos._exit(0)")
    judge = psutil.Process()

    def serve(rounds: int) -> None:
        for number in range(rounds):
            if number % 4 == 3:
                siege.attack((crash, leave)[number // 4 % 2], 5.0)
            else:
                assert siege.honest().score == 10.0

    serve(SETTLING)
    for left in reversed(range(TRIALS)):
        _until_idle(server)  # it gathers its memory while nothing is asked of it
        before, judge_before = _size(server), _size(judge)
        serve(ROUNDS)
        after, judge_after = _size(server), _size(judge)
        if not left or after[0] - before[0] <= GROWTH_BYTES:
            break  # what grows by every round grows in every trial; memory that is gathered grows once
    _assert_no_growth(before, after)
    _assert_no_growth(judge_before, judge_after)
    assert server.children(recursive=True) == []
    assert siege.grader.current_server.server is siege.server


def _until_idle(process: psutil.Process) -> None:
    """Wait until the process has done nothing for a while."""
    used = -1.0
    while (now := sum(process.cpu_times()[:2])) != used:
        used = now
        time.sleep(0.3)


def _size(process: psutil.Process) -> tuple[int, int, int]:
    return process.memory_full_info().uss, process.num_threads(), process.num_fds()


def _assert_no_growth(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    assert after[0] - before[0] <= GROWTH_BYTES, f"memory {before[0]} -> {after[0]}"
    assert after[1:] == before[1:], "threads and descriptors"


def test_a_child_keeps_little_to_itself(siege: Siege) -> None:
    """Between two requests a child has at most twelve mebibytes that it does not share with the server."""
    from grader.sandbox.runner import SandboxSession

    submission = Submission("honest.py", SourceKind.PYTHON, HONEST.encode())
    cases = siege.grader.judge.cases
    with SandboxSession(siege.server, siege.exercise, require=siege.mode.level) as session:
        session.load(submission)
        assert len(session.observe([case.steps for case in cases])) == len(cases)
        assert psutil.Process(session._child.pid).memory_full_info().uss <= CHILD_BYTES
