"""A class run on a dask cluster: dask.distributed carries the work, each of its workers has a judge of its own.

What travels is bytes and JSON of ours: a student's data is never unpickled. Student code runs in none of
dask's processes: a plugin gives every dask worker a grading process (`classrun.worker`), with its own confined
server. The course must lie at the same path on each host; its digest is compared. Encrypt the channels by
dask's own TLS settings (`distributed.comm`), which scheduler, workers and this process read alike.
"""

from __future__ import annotations

import contextlib
import json
import logging
import uuid
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from grader import __version__
from grader.catalog.course import course_digest
from grader.classrun.engine import Answer, Task
from grader.classrun.messages import encode_job, read_answer
from grader.domain.errors import GraderError, UsageError
from grader.domain.result import GradeResult
from grader.domain.text import Text
from grader.domain.verdict import Confinement

LEAST_CHUNK, MOST_CHUNK = 10, 25
LARGE_CLASS = 2000
CHUNKS_AHEAD = 3
CONNECT_SECONDS = 30


@dataclass
class Cluster:
    """The engine for many hosts: chunks of 10 to 25 submissions, a bounded window of them, released once
    they are kept.

    Without an address dask starts a cluster of `jobs` workers on this machine. If a dask worker dies, what it
    had at hand is graded again elsewhere, at most one chunk; a chunk that kills three workers is our fault.
    """

    course: Path
    seed: int
    jobs: int
    require: Confinement
    scheduler: str | None = None
    chunk: int = LEAST_CHUNK
    _client: Any = None  # distributed's classes have types in part only
    _local: Any = None
    _plugin: str = field(default_factory=lambda: f"addnorm-{uuid.uuid4().hex}")
    _digests: dict[int, str] = field(default_factory=dict)

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Answer]]:
        """Yield (task, answer) as chunks are finished; dask forgets a chunk's results once all of them were kept."""
        chunks = iter(lambda: list(islice(tasks, self.chunk)), [])
        first = next(chunks, None)
        if first is None:
            return
        client = self._client or self._connect()
        import distributed

        library: Any = distributed
        waiting: deque[list[Task]] = deque([first])
        under_way: dict[str, list[Task]] = {}
        done = library.as_completed(loop=client.loop)
        while True:
            while len(under_way) < self._room(client):
                chunk = waiting.popleft() if waiting else next(chunks, None)
                if chunk is None:
                    break
                future = client.submit(grade_chunk, self._plugin, [_job(task) for task in chunk], pure=False)
                under_way[future.key] = chunk
                done.add(future)
            if not under_way:
                return
            future = next(done)
            chunk = under_way.pop(future.key)
            if future.status == "error" and len(chunk) > 1:
                waiting.extend(
                    [task] for task in chunk
                )  # it ended several workers: find out which submission does
            else:
                yield from zip(
                    chunk, self._answers(future, chunk), strict=True
                )  # all are kept once this goes on
            future.release()

    def close(self) -> None:
        """Leave the cluster; end it if it is our own."""
        if self._client is not None:
            with contextlib.suppress(Exception):  # the cluster may be gone; then so are its plugins
                self._client.unregister_worker_plugin(self._plugin)
            self._client.close()
        if self._local is not None:
            self._local.close()
        self._client = self._local = None

    def _room(self, client: Any) -> int:
        """So many chunks are on their way at most: what every thread works at, and a few ahead."""
        threads = int(sum(client.nthreads().values()))
        return max(1, threads) + min(CHUNKS_AHEAD, max(1, threads))

    def _answers(self, future: Any, chunk: list[Task]) -> list[Answer]:
        if future.status == "error":
            return [Answer(None, f"the cluster lost it: {future.exception()!r}")] * len(chunk)
        found = json.loads(future.result())
        answers = list(map(read_answer, found))
        for task, answer in zip(chunk, answers, strict=True):
            if answer.result is not None:
                self._check_course(task.exercise, answer.result)
        return answers

    def _check_course(self, exercise: int, result: GradeResult) -> None:
        if exercise not in self._digests:
            self._digests[exercise] = course_digest(self.course, exercise)
        if (result.course_digest, result.grader_version) != (self._digests[exercise], __version__):
            raise GraderError(f"a host of the cluster has another course in {self.course}, or another grader")

    def _connect(self) -> Any:
        try:
            import distributed
        except ModuleNotFoundError as error:
            raise UsageError(
                Text(
                    f"--engine dask needs the package {error.name}", f"--engine dask 需要安装 {error.name} 包"
                ),
                Text('pip install "addnorm[cluster]"', 'pip install "addnorm[cluster]"'),
            ) from error
        self._client = self._reach(distributed)
        self._await_workers()
        from grader.classrun.plugin import GradingPlugin

        plugin = GradingPlugin(str(self.course), self.seed, str(self.require))
        self._client.register_plugin(plugin, name=self._plugin)
        return self._client

    def _reach(self, library: Any) -> Any:
        """A client of the scheduler, or of a cluster of our own."""
        if self.scheduler is None:
            self._local = library.LocalCluster(
                n_workers=self.jobs,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address=None,
                silence_logs=logging.ERROR,
            )
        try:
            return library.Client(
                self._local or self.scheduler, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except OSError as error:
            raise UsageError(
                Text(
                    f"no dask scheduler answers at {self.scheduler}: {error}",
                    f"{self.scheduler} 没有 dask 调度器响应：{error}",
                ),
                Text("Start one with `dask scheduler`.", "请用 `dask scheduler` 启动一个。"),
            ) from error
        except (
            TypeError,
            ValueError,
            RuntimeError,
        ) as error:  # so dask says that address and settings disagree
            raise UsageError(
                Text(
                    f"dask cannot speak to {self.scheduler}: {error}",
                    f"dask 无法与 {self.scheduler} 通信：{error}",
                ),
                Text(
                    "Give this host the same dask settings as the others, certificates included (docs/operator.md).",
                    "请让本机的 dask 设置（包括证书）与其他主机一致（见 docs/operator.md）。",
                ),
            ) from error

    def _await_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError as error:
            raise UsageError(
                Text(
                    f"the cluster at {self.scheduler} has no workers",
                    f"{self.scheduler} 的集群没有任何 worker",
                ),
                Text(
                    f"Start some on each host: dask worker {self.scheduler} --nthreads 1",
                    f"请在各主机上启动：dask worker {self.scheduler} --nthreads 1",
                ),
            ) from error


def chunk_for(learners: int) -> int:
    """How many submissions travel together: few in a small class, so that none waits long for the last of them."""
    return MOST_CHUNK if learners > LARGE_CLASS else LEAST_CHUNK


def _job(task: Task) -> tuple[float, bytes]:
    return task.wall_seconds, encode_job(task.exercise, task.submission)


def grade_chunk(plugin_name: str, jobs: list[tuple[float, bytes]]) -> bytes:
    """Run on a dask worker: the answers to these jobs, in order, as one JSON list."""
    from distributed import get_worker

    plugin: Any = get_worker().plugins[plugin_name]
    return json.dumps([plugin.answer(wall_seconds, job) for wall_seconds, job in jobs]).encode()
