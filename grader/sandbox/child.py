"""One child process as the judge's side holds it: begun, looked after, ended."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.domain.errors import SandboxError
from grader.domain.result import Failure
from grader.domain.verdict import Verdict
from grader.sandbox.launcher import WorkerServer


@dataclass(frozen=True)
class Ending:
    """How a child ended: its exit status (a signal as a negative number), and the CPU seconds that it used."""

    status: int
    cpu_seconds: float

    def failure(self, wall_seconds: float) -> Failure:
        """What that means for a submission which had this limit and did not answer in full."""
        if self.status >= 0:
            return Failure(Verdict.RUNTIME_ERROR, f"the process ended by itself with exit code {self.status}")
        used_up = self.cpu_seconds >= wall_seconds
        if -self.status == signal.SIGXCPU or (-self.status == signal.SIGKILL and used_up):
            return Failure(Verdict.TIME_LIMIT, "the CPU time was used up")
        if -self.status == signal.SIGKILL:
            return Failure(Verdict.MEMORY_LIMIT, "killed by the machine")
        return Failure(Verdict.RUNTIME_ERROR, f"the process crashed: {signal.Signals(-self.status).name}")


@dataclass(frozen=True)
class Pipes:
    """The judge's ends: the socket of requests and replies, and the log."""

    data: socket.socket
    log_fd: int


class Child:
    """A child of the worker server; `end` it, or it stays."""

    def __init__(self, server: WorkerServer, pid: int) -> None:
        self.server = server
        self.pid = pid
        self._pidfd = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        self._ending: Ending | None = None

    def is_alive(self) -> bool:
        """Whether it is still there; True where the system does not tell."""
        return self._pidfd is None or not self.leaves_within(0.0)

    def leaves_within(self, seconds: float) -> bool:
        """Whether it ends by itself in this time; True where the system does not tell."""
        return self._pidfd is None or bool(select.select([self._pidfd], [], [], seconds)[0])

    def end(self) -> Ending:
        """End it, if it is still there, and tell how it ended.

        Giving back its memory takes as long as a sixth of a verdict.
        """
        if self._ending is None:
            self._kill()
            usage = self.server.reap(self.pid)
            self._ending = Ending(int(usage["status"]), usage["cpu_seconds"])
            if self._pidfd is not None:
                os.close(self._pidfd)
        return self._ending

    def _kill(self) -> None:
        try:
            if self._pidfd is not None:
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def begin_child(server: WorkerServer, job: Mapping[str, Any], *, ahead: bool) -> tuple[Child, Pipes]:
    """Have a child forked and locked in for `job`; `ahead` says that its submission comes later.

    SandboxError if the server is gone.
    """
    ours, theirs = socket.socketpair()
    read_end, write_end = os.pipe()
    try:
        pid = server.start_job(dict(job), theirs.fileno(), write_end, ahead=ahead)
    except SandboxError:
        ours.close()
        os.close(read_end)
        raise
    finally:
        theirs.close()
        os.close(write_end)
    return Child(server, pid), Pipes(ours, read_end)
