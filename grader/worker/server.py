"""Forks one child for each submission, from a process that has imported torch but holds nothing worth stealing.

It learns of a job only its policy and two descriptors, which
go straight to the child: submissions never pass through it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from grader.confinement.environment import forget_environment
from grader.confinement.lockdown import Policy, Ready, confine, prepare
from grader.confinement.one_thread import ONE_THREAD
from grader.confinement.privileges import guard_children
from grader.confinement.readable import readable_folders
from grader.domain.exit_code import ExitCode
from grader.domain.verdict import Confinement
from grader.worker.child import EXIT_UNCONFINED, serve_submission
from grader.worker.large_pages import gathering
from grader.worker.preload import preload

MESSAGE_LIMIT = 65536
GATHERS_AFTER_JOBS = 50
"""Gathering memory costs half a second and saves ten milliseconds a job: it pays in a class, not in a few jobs."""
_KEPT_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "HOME", "SYSTEMROOT")


def serve(control: socket.socket, *, warm: bool, fork: bool = True) -> None:
    """Serve jobs from `control` until it closes; never returns.

    Messages are JSON: {"job": policy, "ahead": whether it will wait} with [data, log] descriptors ->
    {"pid": n}; {"reap": pid} -> {"status", "cpu_seconds", "peak_mib"}. With `fork` False (platforms without a
    safe fork) the first job is served by this very process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    forget_environment(_KEPT_ENVIRONMENT, ONE_THREAD)
    shared = _prepare(warm)
    idle, jobs = gathering(), 0
    with contextlib.suppress(ConnectionError, EOFError):
        while True:
            if fork and jobs >= GATHERS_AFTER_JOBS:
                _use_idle_time(control, idle)
            data, fds, _, _ = socket.recv_fds(control, MESSAGE_LIMIT, 2)
            if not data:
                break
            message = json.loads(data)
            jobs += "job" in message
            reply = (
                _start(message, fds, control if not fork else None, shared)
                if "job" in message
                else _reap(message["reap"])
            )
            control.sendall(json.dumps(reply).encode())
    os._exit(0)


def _use_idle_time(control: socket.socket, work: Iterator[None]) -> None:
    """Go on with `work` until a message is there or nothing is left to do."""
    while not select.select([control], [], [], 0)[0]:
        try:
            next(work)
        except StopIteration:
            return


def _prepare(warm: bool) -> tuple[Policy, Ready]:
    """Import what children need, become unobservable to them, build once what every lockdown shares."""
    policy = Policy(readable=readable_folders())
    ready = prepare(policy)
    preload(ready.level, many=warm)
    if warm:
        from grader.worker.rehearsal import rehearse  # a single submission need not wait for it

        rehearse()
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as score:
        # a machine out of memory ends a child, the largest of those with it, and not the judge
        score.write("500")
    with contextlib.suppress(OSError, AttributeError):
        import ctypes

        guard_children(ctypes.CDLL(None))
    gc.freeze()
    gc.enable()
    return policy, ready


def _start(
    message: Mapping[str, Any], fds: list[int], alone: socket.socket | None, shared: tuple[Policy, Ready]
) -> dict[str, int]:
    """Fork a child for the job, or become it where `alone` is the control socket of a one-shot server."""
    data, log = fds
    if alone is not None:
        alone.sendall(json.dumps({"pid": os.getpid()}).encode())
        _child(message, data, log, shared)
    _assert_one_thread()
    pid = os.fork()
    if pid == 0:
        _child(message, data, log, shared)
    os.close(data)
    os.close(log)
    return {"pid": pid}


def _assert_one_thread() -> None:
    with contextlib.suppress(FileNotFoundError):
        threads = os.listdir("/proc/self/task")
        if len(threads) != 1:
            sys.stderr.write(f"worker server: {len(threads)} threads; a fork would hang\n")
            os._exit(ExitCode.OUR_FAULT)


def _child(message: Mapping[str, Any], data: int, log: int, shared: tuple[Policy, Ready]) -> None:
    policy, ready = shared
    ahead = bool(message.get("ahead"))
    try:
        wanted = replace(policy, log_fd=log, keep_fds=(data,), **message["job"])
        wanted = replace(wanted, require=Confinement(wanted.require))
        same = (wanted.landlock, wanted.seccomp, wanted.landlock_abi) == (True, True, None)
        level = confine(wanted, ready if same else None)
    except BaseException as error:  # noqa: BLE001 - whatever it was: no student code may run in a half-locked process
        os.write(log, f"confinement: {error}\n".encode())
        os._exit(EXIT_UNCONFINED)
    serve_submission(data, level, _rehearse_once if ahead else lambda: None)


def _rehearse_once() -> None:
    from grader.worker.rehearsal import rehearse

    rehearse(1)


def _reap(pid: int) -> dict[str, float]:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    try:
        _, status, usage = os.wait4(pid, 0)
    except ChildProcessError:
        return {"status": -1, "cpu_seconds": 0.0, "peak_mib": 0.0}
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    return {
        "status": os.waitstatus_to_exitcode(status),
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "peak_mib": usage.ru_maxrss / 1024,
    }


def main() -> None:
    """Entry of a separate interpreter: `python -I -c ... FD WARM FORK`, with the control socket inherited as FD."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.disable()  # until all is imported: none of it is garbage
    control = socket.socket(fileno=int(sys.argv[1]))
    serve(control, warm=sys.argv[2] == "1", fork=sys.argv[3] == "1")
