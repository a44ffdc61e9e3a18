"""The part of a cluster's class run that lives in each dask worker: a grading process, replaced when it dies."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from distributed import Worker, WorkerPlugin

from grader.classrun.messages import Instruction, crash_message
from grader.classrun.process import START_SECONDS, GradingProcess, longest_answer_seconds
from grader.domain.verdict import Confinement


class GradingPlugin(WorkerPlugin):
    """Gives the worker a judge in a process of its own, which forked its confined server before it loaded a secret.

    It travels pickled, from us to the cluster: plain values only.
    """

    def __init__(self, course: str, seed: int, require: str) -> None:
        self.course = course
        self.seed = seed
        self.require = require

    def setup(self, worker: Worker) -> None:
        """Start the process; dask gives the worker no task before this returns."""
        self._one_at_a_time = threading.Lock()
        self._process: GradingProcess | None = None
        self._ready_process()

    def teardown(self, worker: Worker) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
        self._process = None

    def answer(self, wall_seconds: float, job: bytes) -> dict[str, Any]:
        """The answer to one job; if the process dies or hangs over it, the fault is ours."""
        with self._one_at_a_time:
            process = self._ready_process()
            found = process.ask(job, longest_answer_seconds(wall_seconds)) if process is not None else None
            if found is None:
                self._lose()
                found = crash_message("the grading process died or did not answer")
            return found

    def _ready_process(self) -> GradingProcess | None:
        if self._process is None:
            instruction = Instruction(Path(self.course), self.seed, Confinement(self.require))
            self._process = GradingProcess.start(instruction)
            if not self._process.connection.poll(START_SECONDS) or self._process.hear() is None:
                self._lose()
        return self._process

    def _lose(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process = None
