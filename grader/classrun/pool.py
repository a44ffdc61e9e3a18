"""A pool of grading processes, one a core: hands out work as they become free, and outlives the death of
any of them.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Protocol

from grader.classrun.process import START_SECONDS, GradingProcess, longest_answer_seconds
from grader.classrun.worker import encode_job
from grader.domain.errors import GraderError
from grader.domain.result import GradeResult
from grader.domain.result_form import grade_from_plain
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement

STARTS_IN_A_ROW = 5
AHEAD_BYTES = 32 * 1024


@dataclass(frozen=True)
class Task:
    """One submission to be graded for one exercise; `key` is the caller's own."""

    key: object
    exercise: int
    submission: Submission
    wall_seconds: float


@dataclass(frozen=True)
class Answer:
    """What became of a task: a result, or (`result` None) a fault of ours that is described."""

    result: GradeResult | None
    fault: str = ""


def answer_from_plain(plain: Mapping[str, Any]) -> Answer:
    """The answer that a grading process sent: a result, or a crash of ours."""
    result = plain.get("result")
    return Answer(None if result is None else grade_from_plain(result), plain.get("crash", ""))


class Engine(Protocol):
    """Whoever carries the work of a class run: processes of this machine, or of a cluster."""

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Yield each task once, with its answer, in whatever order they are finished; use it once.

        Tasks are drawn only when somebody is free to take them. Raises GraderError where nobody can be
        graded.
        """

    def close(self) -> None:
        """End every process."""


@dataclass
class _Hand:
    """One grading process and what it is busy with."""

    process: GradingProcess
    since: float
    ready: bool = False
    tasks: deque[Task] = field(default_factory=deque)
    """Those that it was given, the one in work first; `since` is when that one was begun."""


@dataclass
class Pool:
    """`jobs` grading processes for one course and seed: the engine of one machine.

    A process that dies or hangs is replaced and its submission graded once more; if that fails too, its
    answer has no result: our fault, not the student's. Each process is given one submission ahead, so that
    it need not wait while the one before is kept; large ones are not, for a full pipe would make this side wait.
    """

    course: Path
    seed: int
    jobs: int
    require: Confinement
    clock: Callable[[], float] = time.monotonic
    launched: list[GradingProcess] = field(default_factory=list)
    """Processes that were launched before the seed was known: they are used first, and ended in any case."""
    _workers: list[_Hand] = field(default_factory=list)
    _deaths: int = 0
    _again: deque[Task] = field(default_factory=deque)
    _tried: set[int] = field(default_factory=set)

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Yield (task, answer) as they are finished.

        Where there is no task no process is started.
        """
        first = next(tasks, None)
        if first is None:
            return
        tasks = chain([first], tasks)
        self._workers = [self._start() for _ in range(self.jobs)]
        while self._hand_out(tasks) or any(worker.tasks for worker in self._workers):
            ready = wait([worker.process.connection for worker in self._workers], timeout=1.0)
            finished: list[tuple[Task, Answer]] = []
            for worker in self._workers:
                if worker.process.connection in ready:
                    finished += self._hear(worker)
                elif self._hangs(worker):
                    finished += self._lose(worker, "it did not answer")
            self._hand_out(tasks)
            yield from finished

    def close(self) -> None:
        """End every process."""
        for process in (*self.launched, *(worker.process for worker in self._workers)):
            process.end()
        self._workers, self.launched = [], []

    def _hand_out(self, tasks: Iterator[Task]) -> bool:
        """Give each free process a task, then each busy one another; False once there is none left to give."""
        for ahead in (0, 1):
            for worker in self._workers:
                if not worker.ready or len(worker.tasks) > ahead:
                    continue
                task = self._again.popleft() if self._again else next(tasks, None)
                if task is None:
                    return False
                job = encode_job(task.exercise, task.submission)
                if worker.tasks and len(job) > AHEAD_BYTES:
                    self._again.appendleft(task)
                    return True
                if not worker.tasks:
                    worker.since = self.clock()
                worker.tasks.append(task)
                try:
                    worker.process.connection.send_bytes(job)
                except OSError:
                    continue  # it is dead: `_hear` finds that out and gives its tasks to others
        return True

    def _hear(self, worker: _Hand) -> list[tuple[Task, Answer]]:
        answer = worker.process.hear()
        if answer is None:
            return self._lose(worker, "the grading process died")
        if not worker.ready:
            worker.ready = True
            return []
        task, worker.since = worker.tasks.popleft(), self.clock()
        if "broken" in answer:
            raise GraderError(answer["broken"])
        self._deaths = 0
        self._tried.discard(id(task))
        return [(task, answer_from_plain(answer))]

    def _lose(self, worker: _Hand, why: str) -> list[tuple[Task, Answer]]:
        """Replace a process; the task in work is tried once more, then given up."""
        task = worker.tasks.popleft() if worker.tasks else None
        self._again.extend(worker.tasks)
        self._deaths += 1
        worker.process.end()
        if self._deaths > STARTS_IN_A_ROW:
            raise GraderError(f"grading processes keep ending: {why}; see above for what they said")
        self._workers[self._workers.index(worker)] = self._start()
        if task is None:
            return []
        if id(task) not in self._tried:
            self._tried.add(id(task))
            self._again.append(task)
            return []
        self._tried.discard(id(task))
        return [(task, Answer(None, f"{why}, twice"))]

    def _start(self) -> _Hand:
        process = self.launched.pop() if self.launched else GradingProcess.launch()
        process.instruct(self.course, self.seed, self.require)
        return _Hand(process, self.clock())

    def _hangs(self, worker: _Hand) -> bool:
        waited = self.clock() - worker.since
        if worker.tasks:
            return waited > longest_answer_seconds(worker.tasks[0].wall_seconds)
        return not worker.ready and waited > START_SECONDS
