"""Observes one submission in one confined child; whatever becomes of it is observations or a `Failure`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

from grader.domain.errors import SandboxError
from grader.domain.exercise import Exercise
from grader.domain.result import Failure
from grader.domain.verdict import Confinement, Verdict
from grader.sandbox.channel import Channel
from grader.sandbox.child import begin_child
from grader.sandbox.conversation import Conversation
from grader.sandbox.launcher import WorkerServer
from grader.sandbox.patience import Patience

LEAVING_SECONDS = 1.0
SAID_LIMIT = 500


class SandboxSession(Conversation):
    """A session of the judge's with one child for one submission;
    use it as a context manager, so that the child surely ends.

    The child is forked and locked in at once; it may wait for its submission, and if it is to, is started `ahead`.

    Once `failure` is set every answer is short or empty. SandboxError (ours) is raised if the server dies.
    """

    def __init__(
        self,
        server: WorkerServer,
        exercise: Exercise,
        *,
        require: Confinement = Confinement.NONE,
        settings: Mapping[str, Any] | None = None,
        progress: Callable[[float], None] = lambda share: None,
        ahead: bool = False,
    ) -> None:
        limits = exercise.limits
        job = {
            "memory_mib": limits.memory_mib,
            "cpu_seconds": max(1, round(limits.wall_seconds)),
            "require": str(require),
            **(settings or {}),
        }
        self.server = server
        self.ahead = ahead
        self._child, pipes = begin_child(server, job, ahead=ahead)
        patience = Patience(self._child.pid, limits.wall_seconds)
        self._channel = Channel(pipes.data, pipes.log_fd, limits.wall_seconds, limits.output_kib, patience)
        super().__init__(exercise, self._channel, progress)

    def __enter__(self) -> SandboxSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def log(self) -> str:
        """The first part of what the child printed, decoded leniently."""
        return self._channel.log.decode("utf-8", "replace")

    def is_alive(self) -> bool:
        """Whether the child is still there; True where the system does not tell."""
        return self._child.is_alive()

    def close(self) -> None:
        """End the child and give back everything; what it sent beyond its replies voids the submission.

        A child that was started ahead, for somebody who waits for the verdict, is left for `end` if it behaved.
        """
        if self._channel.data.fileno() == -1:
            return
        try:
            if self.failure is None and self._channel.finish():
                self.void("more replies than were asked for")
            if self.failure is not None or not self.ahead:
                self.end()
        finally:
            self._channel.drain_log()
            self._channel.data.close()
            os.close(self._channel.log_fd)

    def end(self) -> None:
        """End the child, if it is still there."""
        self._child.end()

    def _said(self) -> str:
        self._channel.drain_log()
        return self.log.strip()[-SAID_LIMIT:]

    def _gone(self) -> Failure:
        left = self._child.leaves_within(LEAVING_SECONDS)
        ending = self._child.end()
        if not left:
            return Failure(Verdict.RUNTIME_ERROR, "the process closed its pipe")
        if self.confinement is None:
            raise SandboxError(f"the worker could not be confined: {self._said()}")
        return ending.failure(self.exercise.limits.wall_seconds)
