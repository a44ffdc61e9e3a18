"""What being locked in costs a child: CPU and memory, and what a thousand leave behind in the server."""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
import torch

from grader.confinement.lockdown import Policy, confine, prepare
from grader.confinement.readable import readable_folders
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.sandbox.runner import SandboxSession
from grader.worker.preload import preload_warm
from tests.hostile.attacks import HONEST
from tests.hostile.siege import MODES, Siege, besieged, demand

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="there is nothing to lock with"),
]
ROUNDS = 80
FORKS = 1000
BARE = Policy(landlock=False, seccomp=False, require=Confinement.NONE)


def _child_cpu_ms(policy: Policy | None) -> float:
    """CPU of one forked child that locks itself in, multiplies two matrices and leaves."""
    pid = os.fork()
    if pid == 0:
        try:
            if policy is not None:
                confine(policy, _READY[policy])
            torch.ones(8, 8) @ torch.ones(8, 8)
        finally:
            os._exit(0)
    _, _, usage = os.wait4(pid, 0)
    return 1000 * (usage.ru_utime + usage.ru_stime)


_READY = {policy: prepare(policy) for policy in (Policy(readable=readable_folders()), BARE)}


def test_cpu_of_the_lockdown() -> None:
    """Print a child's CPU without lockdown, with limits alone and with all of it, taken in turn."""
    preload_warm()
    full = next(policy for policy in _READY if policy is not BARE)
    without_landlock = replace(full, landlock=False)
    _READY[without_landlock] = prepare(without_landlock)
    ways = {"no lockdown": None, "limits alone": BARE, "no-opens": without_landlock, "full": full}
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS + 1):
        for name, policy in ways.items():
            spent = _child_cpu_ms(policy)
            if number:
                taken[name].append(spent)
    bare = statistics.median(taken["no lockdown"])
    print("\nCPU of one child (budget: lockdown adds at most 3 ms)")
    for name, values in taken.items():
        middle = statistics.median(values)
        print(f"  {name:16} {middle:7.2f} ms   {middle - bare:+6.2f} ms")


@pytest.fixture(scope="module")
def siege(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """A warm server under the full lockdown."""
    demand(MODES[1])
    with besieged(MODES[1], root, tmp_path_factory.mktemp("bench")) as started:
        assert started.honest().accepted
        yield started


def test_private_memory_of_a_child(siege: Siege) -> None:
    """Print what a child that has answered every case does not share with the server."""
    submission = Submission("honest.py", SourceKind.PYTHON, HONEST.encode())
    cases = siege.grader.judge.cases
    with SandboxSession(siege.server, siege.exercise, require=siege.mode.level) as session:
        session.load(submission)
        session.observe([case.steps for case in cases])
        private = psutil.Process(session._child.pid).memory_full_info().uss / 2**20
    print(f"\nprivate memory of a child: {private:.1f} MiB (budget: 10 MiB)")


def test_a_thousand_submissions_in_sequence(siege: Siege) -> None:
    """Print memory, threads and descriptors of server and judge before and after a thousand submissions."""
    processes = {"server": psutil.Process(siege.server.pid), "judge": psutil.Process()}
    for _ in range(20):
        siege.honest()
    before = {name: _size(process) for name, process in processes.items()}
    for _ in range(FORKS):
        siege.honest()
    print(f"\n{FORKS} submissions in sequence (budget: no growth)")
    for name, process in processes.items():
        print(f"  {name:8} {before[name]}  ->  {_size(process)}")


def _size(process: psutil.Process) -> str:
    private = process.memory_full_info().uss / 2**20
    return f"{private:.1f} MiB, {process.num_threads()} threads, {process.num_fds()} descriptors"
