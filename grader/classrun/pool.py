"""A pool of grading processes, one per core, that outlives the death of any of them."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing.connection import wait
from pathlib import Path

from grader.classrun.engine import Answer, Task
from grader.classrun.messages import Instruction, encode_job, read_answer
from grader.classrun.process import START_SECONDS, GradingProcess, longest_answer_seconds
from grader.domain.errors import GraderError
from grader.domain.verdict import Confinement

STARTS_IN_A_ROW = 5
AHEAD_BYTES = 32 * 1024


@dataclass
class _Seat:
    """A grading process's place in the pool, and what it is busy with."""

    process: GradingProcess
    since: float
    ready: bool = False
    tasks: deque[Task] = field(default_factory=deque)
    """Those that it was given, the one in work first; `since` is when that one was begun."""


@dataclass
class Pool:
    """`jobs` grading processes for one course and seed: the engine of one machine.

    A process that dies or hangs is replaced; the answer to the submission in work then has no result: our fault, not
    the student's. Each process is given one submission ahead, so that it need not wait while the one before is kept;
    large ones are not, for a full pipe would make this side wait. Processes that end before they are ready, several in
    a row, end the run: nobody can be graded then.
    """

    course: Path
    seed: int
    jobs: int
    require: Confinement
    clock: Callable[[], float] = time.monotonic
    launch: Callable[[], GradingProcess] = GradingProcess.launch
    launched: list[GradingProcess] = field(default_factory=list)
    """Processes that were launched before the seed was known: they are used first, and ended in any case."""
    _seats: list[_Seat] = field(default_factory=list)
    _failed_starts: int = 0
    _returned: deque[Task] = field(default_factory=deque)
    """What was given ahead to a process that ended over another submission."""

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Yield (task, answer) as they are finished.

        Where there is no task no process is started.
        """
        first = next(tasks, None)
        if first is None:
            return
        tasks = chain([first], tasks)
        if not self._seats:
            self._seats = [self._start() for _ in range(self.jobs)]
        while self._hand_out(tasks) or any(seat.tasks for seat in self._seats):
            ready = wait([seat.process.connection for seat in self._seats], timeout=1.0)
            finished: list[tuple[Task, Answer]] = []
            for seat in list(self._seats):
                if seat.process.connection in ready:
                    finished += self._hear(seat)
                elif self._hangs(seat):
                    finished += self._lose(seat, "the grading process did not answer")
            self._hand_out(tasks)
            yield from finished

    def close(self) -> None:
        """End every process."""
        for process in (*self.launched, *(seat.process for seat in self._seats)):
            process.end()
        self._seats, self.launched = [], []

    def _hand_out(self, tasks: Iterator[Task]) -> bool:
        """Give each free process a task, then each busy one another; False once there is none left to give."""
        for ahead in (0, 1):
            for seat in self._seats:
                if not seat.ready or len(seat.tasks) > ahead:
                    continue
                task = self._returned.popleft() if self._returned else next(tasks, None)
                if task is None:
                    return False
                job = encode_job(task.exercise, task.submission)
                if seat.tasks and len(job) > AHEAD_BYTES:
                    self._returned.appendleft(task)
                    return True
                if not seat.tasks:
                    seat.since = self.clock()
                seat.tasks.append(task)
                with contextlib.suppress(OSError):  # it is dead: `_hear` finds that out
                    seat.process.connection.send_bytes(job)
        return True

    def _hear(self, seat: _Seat) -> list[tuple[Task, Answer]]:
        answer = seat.process.hear()
        if answer is None:
            return self._lose(seat, "the grading process died")
        if not seat.ready:
            seat.ready, self._failed_starts = True, 0
            return []
        task, seat.since = seat.tasks.popleft(), self.clock()
        return [(task, read_answer(answer))]

    def _lose(self, seat: _Seat, why: str) -> list[tuple[Task, Answer]]:
        """Replace a process; the task in work is answered by our fault, the one ahead goes to another process."""
        task = seat.tasks.popleft() if seat.tasks else None
        self._returned.extend(seat.tasks)
        seat.process.end()
        if not seat.ready:
            self._failed_starts += 1
            if self._failed_starts > STARTS_IN_A_ROW:
                raise GraderError(f"grading processes cannot start: {why}; see above for what they said")
        self._seats[self._seats.index(seat)] = self._start()
        return [] if task is None else [(task, Answer(None, why))]

    def _start(self) -> _Seat:
        process = self.launched.pop() if self.launched else self.launch()
        process.instruct(Instruction(self.course, self.seed, self.require))
        return _Seat(process, self.clock())

    def _hangs(self, seat: _Seat) -> bool:
        waited = self.clock() - seat.since
        if seat.tasks:
            return waited > longest_answer_seconds(seat.tasks[0].wall_seconds)
        return not seat.ready and waited > START_SECONDS
