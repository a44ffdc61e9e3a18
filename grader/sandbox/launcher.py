"""Starts worker servers: by fork from this process while it holds no secret, else as a fresh interpreter."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any

from grader.confinement.one_thread import ONE_THREAD
from grader.domain.errors import SandboxError
from grader.domain.exit_code import ExitCode

START_SECONDS = 120.0
JOBS_BEFORE_REPLACEMENT = 5000
MAIN = "from grader.worker.server import main; main()"


def can_fork() -> bool:
    """Whether a process with torch loaded may be forked safely on this platform."""
    return sys.platform == "linux"


@dataclass
class WorkerServer:
    """A running server: its control socket, and its process if it is a separate interpreter."""

    control: socket.socket
    pid: int
    warm: bool
    process: subprocess.Popen[bytes] | None = None
    jobs: int = field(default=0)

    def start_job(self, settings: dict[str, Any], data_fd: int, log_fd: int, *, ahead: bool = False) -> int:
        """Hand over a job with its descriptors; returns the child's pid. SandboxError if the server is gone.

        A child that is started `ahead` of its submission uses the time to get ready.
        """
        self.jobs += 1
        return int(self._ask({"job": settings, "ahead": ahead}, [data_fd, log_fd])["pid"])

    def reap(self, pid: int) -> dict[str, float]:
        """End the child and return its exit status (negative signal), CPU seconds and peak memory."""
        if not can_fork():
            return {"status": self._wait_alone(), "cpu_seconds": 0.0, "peak_mib": 0.0}
        return dict(self._ask({"reap": pid}, []))

    def _wait_alone(self) -> int:
        if self.process is None:
            raise SandboxError("the worker server is no process of ours")
        self.process.kill()
        return self.process.wait()

    def _ask(self, message: dict[str, Any], fds: list[int]) -> Any:
        try:
            socket.send_fds(self.control, [json.dumps(message).encode()], fds)
            answer = self.control.recv(65536)
        except OSError as error:
            raise SandboxError(f"the worker server does not answer: {error}") from error
        if not answer:
            raise SandboxError("the worker server is gone")
        return json.loads(answer)

    def close(self) -> None:
        """Hang up; the server ends by itself."""
        self.control.close()
        if self.process is not None:
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        else:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self.pid, 0)


def start_server(*, warm: bool) -> WorkerServer:
    """A worker server: forked from this process where that
    is safe and it has not loaded `reference/`, else spawned.
    """
    return fork_server(warm=warm) if can_fork() and not _holds_answers() else spawn_server(warm=warm)


def _holds_answers() -> bool:
    return any(name.startswith("_addnorm_reference") for name in sys.modules)


def fork_server(*, warm: bool) -> WorkerServer:
    """Fork a server from this process, which must have one thread and nothing of `reference/`; it imports
    torch if need be.

    What the server alone needs it imports after the fork, beside this process.
    """
    import torch  # noqa: F401  # one import serves judge and worker

    if _holds_answers():
        raise SandboxError("a server must not be forked from a process that has loaded reference/")
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        ours.close()
        try:
            from grader.worker.server import serve

            serve(theirs, warm=warm)
        finally:
            os._exit(ExitCode.OUR_FAULT)
    theirs.close()
    return WorkerServer(ours, pid, warm)


def spawn_server(*, warm: bool) -> WorkerServer:
    """Start a server in an isolated interpreter of its own: for restarts, and where forking is not safe."""
    ours, theirs = socket.socketpair()
    ours.settimeout(START_SECONDS)
    command = [sys.executable, "-I", "-c", MAIN, str(theirs.fileno()), "01"[warm], "01"[can_fork()]]
    environment = {
        k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "LC_ALL", "HOME")
    } | ONE_THREAD
    process = subprocess.Popen(
        command,
        pass_fds=[theirs.fileno()],
        env=environment,
        cwd=tempfile.gettempdir(),
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    return WorkerServer(ours, process.pid, warm, process)


class CurrentServer:
    """The one server in use at a time: replaced when it dies, when it is worn out, and where a server serves
    one job only.
    """

    def __init__(self, server: WorkerServer) -> None:
        self.server = server

    def ready_server(self) -> WorkerServer:
        """The server that takes the next job."""
        if self.server.jobs >= (JOBS_BEFORE_REPLACEMENT if can_fork() else 1):
            self.restart()
        return self.server

    def restart(self) -> None:
        """Put a fresh interpreter in the server's place: this
        process may hold secrets by now and must not fork one.
        """
        warm = self.server.warm
        self.server.close()
        self.server = spawn_server(warm=warm)

    def close(self) -> None:
        """End the server."""
        self.server.close()
