"""One grading process as its owner holds it: started isolated, spoken to over a socket, ended for sure."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from grader.domain.verdict import Confinement
from grader.workflows.class_worker import MAIN

START_SECONDS = 300.0
PATIENCE_SECONDS = 120.0
THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def longest_answer_seconds(wall_seconds: float) -> float:
    """How long an answer may take before the process is given up: two children's limits, and patience."""
    return 2 * wall_seconds + PATIENCE_SECONDS


@dataclass
class GradingProcess:
    """`grader.workflows.class_worker` in a process of its own; its first message says that it is ready."""

    process: subprocess.Popen[bytes]
    connection: Connection

    @classmethod
    def start(cls, course: Path, seed: int, require: Confinement) -> GradingProcess:
        """Start one; it takes seconds to be ready, and no interrupt of the terminal reaches it."""
        ours, theirs = socket.socketpair()
        command = [
            sys.executable,
            "-I",
            "-c",
            MAIN,
            str(theirs.fileno()),
            str(course),
            str(seed),
            str(require),
        ]
        process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            env=dict(os.environ) | THREADS,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        return cls(process, Connection(ours.detach()))

    def hear(self) -> dict[str, Any] | None:
        """The next message; None if the process is gone."""
        try:
            found = json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            return None
        assert isinstance(found, dict)
        return found

    def ask(self, job: bytes, seconds: float) -> dict[str, Any] | None:
        """The answer to a job; None if the process is gone or does not answer in time."""
        try:
            self.connection.send_bytes(job)
            return self.hear() if self.connection.poll(seconds) else None
        except OSError:
            return None

    def end(self) -> None:
        """End it, with its server and that one's children."""
        self.connection.close()
        self.process.kill()
        self.process.wait()
