"""A pool of grading processes, one a core: hands out work as they become free, and outlives the death of any of them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from grader.domain.errors import GraderError
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement
from grader.sandbox.launcher import THREADS
from grader.workflows.class_worker import encode_job

MAIN = "from grader.workflows.class_worker import main; main()"
PATIENCE_SECONDS = 120.0
STARTS_IN_A_ROW = 5


@dataclass(frozen=True)
class Task:
    """One submission to be graded for one exercise; `key` is the caller's own."""

    key: object
    exercise: int
    submission: Submission
    wall_seconds: float


@dataclass
class _Process:
    """One grading process and what it is busy with."""

    process: subprocess.Popen[bytes]
    connection: Connection
    ready: bool = False
    task: Task | None = None
    since: float = 0.0

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.wait()


@dataclass
class Pool:
    """`jobs` grading processes for one course and seed; use `run` once, then `close`.

    A process that dies or hangs is replaced and its submission graded once more; if that fails too, its answer
    is None: our fault, not the student's.
    """

    course: Path
    seed: int
    jobs: int
    require: Confinement
    _workers: list[_Process] = field(default_factory=list)
    _deaths: int = 0

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, dict[str, Any] | None]]:
        """Yield (task, stored result) as they are finished; tasks are drawn only when a process is free."""
        self._workers = [self._start() for _ in range(self.jobs)]
        again: deque[Task] = deque()
        tried: set[int] = set()
        pending = True
        while pending or again or any(worker.task for worker in self._workers):
            for worker in self._workers:
                if worker.ready and worker.task is None:
                    task = again.popleft() if again else next(tasks, None)
                    pending = pending and (task is not None or bool(again))
                    if task is not None:
                        worker.task, worker.since = task, time.monotonic()
                        worker.connection.send_bytes(encode_job(task.exercise, task.submission))
            ready = wait([worker.connection for worker in self._workers], timeout=1.0)
            for worker in [w for w in self._workers if w.connection in ready or self._hangs(w)]:
                task = worker.task
                answer = self._receive(worker) if worker.connection in ready else None
                if answer is None:
                    self._replace(worker)
                    if task is not None and id(task) not in tried:
                        tried.add(id(task))
                        again.append(task)
                    elif task is not None:
                        tried.discard(id(task))
                        yield task, None
                elif task is not None:
                    worker.task = None
                    self._deaths = 0
                    tried.discard(id(task))
                    yield task, answer
                else:
                    worker.ready = True

    def close(self) -> None:
        """End every process."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def _start(self) -> _Process:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-c", MAIN, str(theirs.fileno()), str(self.course), str(self.seed)]
        process = subprocess.Popen(
            [*command, str(self.require)],
            pass_fds=[theirs.fileno()],
            env=dict(os.environ) | THREADS,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt from the terminal is the pool's to handle
        )
        theirs.close()
        return _Process(process, Connection(ours.detach()))

    def _replace(self, worker: _Process) -> None:
        self._deaths += 1
        worker.end()
        if self._deaths > STARTS_IN_A_ROW:
            raise GraderError("grading processes keep dying; see above for what they said")
        self._workers[self._workers.index(worker)] = self._start()

    def _receive(self, worker: _Process) -> dict[str, Any] | None:
        try:
            found = json.loads(worker.connection.recv_bytes())
        except (EOFError, OSError):
            return None
        assert isinstance(found, dict)
        return found

    def _hangs(self, worker: _Process) -> bool:
        if worker.task is None:
            return False
        return time.monotonic() - worker.since > 2 * worker.task.wall_seconds + PATIENCE_SECONDS
