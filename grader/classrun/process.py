"""One grading process as its owner holds it: started isolated, spoken to over a socket, ended for sure."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from grader.classrun.messages import Instruction, encode_instruction
from grader.classrun.worker import MAIN
from grader.confinement.one_thread import ONE_THREAD

START_SECONDS = 300.0
PATIENCE_SECONDS = 120.0
# Heap in large pages, as far as the libc can: the first forks cost less, until the server gathers the rest.
LARGE_PAGES = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def longest_answer_seconds(wall_seconds: float) -> float:
    """How long an answer may take before the process is given up: two children's limits, and patience."""
    return 2 * wall_seconds + PATIENCE_SECONDS


@dataclass
class GradingProcess:
    """`grader.classrun.worker` in a process of its own."""

    process: subprocess.Popen[bytes]
    connection: Connection

    @classmethod
    def start(cls, instruction: Instruction) -> GradingProcess:
        """Launch one and tell it what to grade; it takes seconds to be ready."""
        process = cls.launch()
        process.instruct(instruction)
        return process

    @classmethod
    def launch(cls) -> GradingProcess:
        """Start one that imports torch and waits to be instructed; no interrupt of the terminal reaches it.

        It ends by itself when its owner does.
        """
        ours, theirs = socket.socketpair()
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", MAIN, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env=dict(os.environ) | ONE_THREAD | LARGE_PAGES,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        return cls(process, Connection(ours.detach()))

    def instruct(self, instruction: Instruction) -> None:
        """Tell it the course, the seed and the level; its first message says that it is ready."""
        with contextlib.suppress(OSError):  # it is dead: who listens to it finds out
            self.connection.send_bytes(encode_instruction(instruction))

    def hear(self) -> dict[str, Any] | None:
        """The next message; None if the process is gone."""
        try:
            found: dict[str, Any] = json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            return None
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
