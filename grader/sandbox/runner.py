"""Observes one submission in one confined child, and turns whatever becomes of it into observations or a
`Failure`.
"""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import torch

from grader.domain.case import Build, Observation, Raised, Step, TracedStep, Value
from grader.domain.errors import SandboxError
from grader.domain.exercise import Exercise
from grader.domain.graph import Graph
from grader.domain.result import Failure
from grader.domain.source_problem import (
    MalformedProblem,
    SourceNote,
    SourceProblem,
    note_from_plain,
    problem_from_plain,
)
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement, Verdict
from grader.observer.graph import SIZE_LIMIT, STEP_LIMIT
from grader.protocol.codec import ProtocolViolation, decode, encode
from grader.protocol.graphs import unpack
from grader.protocol.programs import Programs
from grader.sandbox.channel import Channel, ChildGone, DeadlinePassed, LogFlood
from grader.sandbox.launcher import WorkerServer

NOTE_LIMIT = 64
LEAVING_SECONDS = 1.0
FAIR_SHARE, MOST_PATIENCE, LEAST_GRANT_SECONDS = 0.8, 4.0, 0.5


@dataclass(frozen=True)
class Loaded:
    """What became of loading a submission's source."""

    confinement: Confinement
    problem: SourceProblem | None
    notes: tuple[SourceNote, ...]
    traceback: str


class SandboxSession:
    """A session of the judge's with one child for one submission; use it as a context manager, so that the
    child
    surely ends.

    The child is forked and locked in at once; it may wait for its submission, and if it is to, is started
    `ahead`.

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
        self.failure: Failure | None = None
        self.progress = progress
        self.shortcuts: tuple[str, ...] = ()
        self.cpu_seconds = 0.0
        self.ahead = ahead
        self.exercise = exercise
        self.loaded: Loaded | None = None
        self._level: Confinement | None = None
        self._number = 0
        self.server = server
        self._open(settings or {}, require, ahead)

    def _open(self, settings: Mapping[str, Any], require: Confinement, ahead: bool) -> None:
        limits = self.exercise.limits
        job = {
            "memory_mib": limits.memory_mib,
            "cpu_seconds": max(1, round(limits.wall_seconds)),
            "require": str(require),
            **settings,
        }
        ours, theirs = socket.socketpair()
        read_end, write_end = os.pipe()
        try:
            self._pid = self.server.start_job(job, theirs.fileno(), write_end, ahead=ahead)
        except SandboxError:
            ours.close()
            os.close(read_end)
            raise
        finally:
            theirs.close()
            os.close(write_end)
        self._granted_seconds = 0.0
        self._channel = Channel(ours, read_end, limits.wall_seconds, limits.output_kib, self._more_time)
        self._pidfd = _open_pidfd(self._pid)

    def _more_time(self) -> float:
        """Further seconds for a child that wants to run and is kept from it by a busy machine; 0 for any
        other.
        """
        limit = self.exercise.limits.wall_seconds
        running, used = processor_time(self._pid)
        if not running or used >= FAIR_SHARE * limit or self._granted_seconds >= MOST_PATIENCE * limit:
            return 0.0
        more = max(LEAST_GRANT_SECONDS, limit - used)
        self._granted_seconds += more
        return more

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
        return self._pidfd is None or not select.select([self._pidfd], [], [], 0)[0]

    def load(self, submission: Submission) -> Loaded:
        """Send the source and have it run; the first request of a session."""
        self.begin_load(submission)
        return self.finish_load()

    def begin_load(self, submission: Submission) -> None:
        """Send the source without waiting, so that the judge can load the reference meanwhile."""
        exercise = self.exercise
        self._send(
            {
                "op": "load",
                "kind": str(submission.kind),
                "name": submission.name,
                "source": _as_tensor(submission.source),
                "blocks": {name: _as_tensor(text.encode()) for name, text in exercise.blocks.items()},
                "props": {name: _as_tensor(text.encode()) for name, text in exercise.props.items()},
                "entries": tuple((e.name, e.kind, e.parameters, e.forward) for e in exercise.entries),
                "forbidden": exercise.forbidden,
            }
        )

    def finish_load(self) -> Loaded:
        """Wait until the source has run and say what became of it; SandboxError if it was not locked in."""
        level = self._await_lockdown()
        (reply,) = self._receive(1) or ({},)
        if self.failure is not None:
            return self._keep(Loaded(level, None, (), ""))
        try:
            problem = None if reply["problem"] is None else problem_from_plain(reply["problem"])
            notes = tuple(note_from_plain(note) for note in reply["notes"][:NOTE_LIMIT])
            loaded = Loaded(level, problem, notes, str(reply["traceback"]))
        except (KeyError, TypeError, ValueError, MalformedProblem):
            self._void("malformed answer to load")
            return self._keep(Loaded(level, None, (), ""))
        return self._keep(loaded)

    def _await_lockdown(self) -> Confinement:
        """Hear the level from the child before it reads the source; whatever goes wrong until then is ours."""
        try:
            self._level = Confinement(decode(self._channel.read)["confinement"])
        except (
            ChildGone,
            DeadlinePassed,
            LogFlood,
            ProtocolViolation,
            KeyError,
            TypeError,
            ValueError,
        ) as error:
            self._channel.drain_log()
            said = self.log.strip()[-500:]
            raise SandboxError(f"the worker could not be confined: {said or type(error).__name__}") from error
        return self._level

    def _keep(self, loaded: Loaded) -> Loaded:
        self.loaded = loaded
        return loaded

    def describe(self, builds: Sequence[Build]) -> list[Value]:
        """Describe each build; empty after a failure."""
        replies = self._ask({"op": "describe", "builds": tuple(builds)}, 1)
        if not replies:
            return []
        described = replies[0].get("described")
        if not isinstance(described, tuple) or len(described) != len(builds):
            return self._void("malformed answer to describe")
        checked = [d if _is_description(d) else None for d in described]
        return self._void("malformed description") if None in checked else checked

    def observe(
        self, programs: Sequence[Sequence[Step]] | Programs, meanwhile: Callable[[], None] | None = None
    ) -> list[Observation]:
        """Observe each program in turn, running `meanwhile` beside; shorter than asked if the child failed on
        the way.

        A program that trains is sent in parts, one a training step; `progress` hears of each with the share
        that is done.
        """
        asked = programs if isinstance(programs, Programs) else Programs(programs)
        goes_on = asked.goes_on
        self._send({"op": "observe", "goes_on": goes_on}, asked.frame)
        if meanwhile is not None:
            meanwhile()
        seen: list[Observation] = []
        last = -1
        for i, reply in enumerate(self._replies(len(goes_on))):
            observation = reply.get("seen")
            if not isinstance(observation, dict):
                return self._void("malformed observation")
            self._note_shortcuts(reply.get("shortcuts"))
            if _out_of_memory(observation):
                self.failure = Failure(Verdict.MEMORY_LIMIT, "the memory limit was reached")
                break
            if goes_on[i]:
                seen[-1] = {**seen[-1], **observation}
            else:
                seen.append(observation)
            last = i
            if len(goes_on) > len(asked.whole):
                self.progress((i + 1) / len(goes_on))
        if last + 1 < len(goes_on) and goes_on[last + 1] and seen:
            seen.pop()  # it ended in the middle of a program
        return [] if self._is_void() else seen

    def trace(self, steps: Sequence[Step]) -> list[TracedStep]:
        """Trace the last call of `steps`; empty after a failure."""
        replies = self._ask({"op": "trace", "steps": tuple(steps)}, 1)
        rows = replies[0].get("steps") if replies else ()
        if not isinstance(rows, tuple):
            return []
        good = (r for r in rows[:STEP_LIMIT] if isinstance(r, tuple) and len(r) == 4 and _is_traced(r[1]))
        return [
            TracedStep(
                str(op),
                value,
                line if isinstance(line, int) else None,
                cell if isinstance(cell, int) else None,
            )
            for op, value, line, cell in good
        ]

    def graphs(self, programs: Sequence[Sequence[Step]]) -> list[Graph]:
        """Record the first call of each program; what came so far after a failure."""
        request = {"op": "graph", "programs": tuple(tuple(steps) for steps in programs)}
        try:
            return [unpack(reply.get("graph")) for reply in self._ask(request, len(programs))]
        except ProtocolViolation as error:
            self._void(str(error))
            return []

    def close(self) -> None:
        """End the child and give back everything; what it sent beyond its replies voids the submission.

        A child that was started ahead, for somebody who waits for the verdict, is left for `end` if it behaved.
        """
        if self._channel.data.fileno() == -1:
            return
        try:
            if self.failure is None and self._channel.finish():
                self._void("more replies than were asked for")
            if self.failure is not None or not self.ahead:
                self.end()
        finally:
            self._channel.drain_log()
            self._channel.data.close()
            os.close(self._channel.log_fd)

    def _ask(self, request: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
        self._send(request)
        return self._receive(count)

    def _send(self, request: Mapping[str, Any], body: bytes = b"") -> None:
        if self.failure is not None:
            return
        self._number += 1
        frame = encode({"number": self._number, **request})
        with self._faults_become_failures():
            self._channel.write(frame + body)

    def _receive(self, count: int) -> list[dict[str, Any]]:
        replies = list(self._replies(count))
        return [] if self._is_void() else replies

    def _replies(self, count: int) -> Iterator[dict[str, Any]]:
        """The replies to the last request as they come in; fewer than `count` after a failure."""
        for _ in range(count if self.failure is None else 0):
            taken: list[dict[str, Any]] = []
            with self._faults_become_failures():
                found = decode(self._channel.read)
                if not isinstance(found, dict) or found.get("number") != self._number:
                    raise ProtocolViolation("a reply that answers nothing asked")
                taken.append(found)
            if not taken:
                return
            yield taken[0]

    def _is_void(self) -> bool:
        return self.failure is not None and self.failure.verdict is Verdict.PROTOCOL_VIOLATION

    @contextmanager
    def _faults_become_failures(self) -> Iterator[None]:
        try:
            yield
        except ProtocolViolation as violation:
            self._void(str(violation))
        except DeadlinePassed:
            self.failure = Failure(
                Verdict.TIME_LIMIT, f"no answer within {self.exercise.limits.wall_seconds:g} s"
            )
        except LogFlood:
            self.failure = Failure(Verdict.OUTPUT_LIMIT, "printed without end")
        except ChildGone:
            self._died()

    def _void(self, summary: str) -> list[Any]:
        self.failure = Failure(Verdict.PROTOCOL_VIOLATION, summary)
        return []

    def _died(self) -> None:
        left = self._pidfd is None or bool(select.select([self._pidfd], [], [], LEAVING_SECONDS)[0])
        status = int(self.end()["status"])
        if not left:
            self.failure = Failure(Verdict.RUNTIME_ERROR, "the process closed its pipe")
            return
        if self._level is None:
            self._channel.drain_log()
            raise SandboxError(f"the worker could not be confined: {self.log.strip()[-500:]}")
        self.failure = _failure_of(status, cpu_used_up=self.cpu_seconds >= self.exercise.limits.wall_seconds)

    def end(self) -> dict[str, float]:
        """End the child, if there still is one, and tell its exit status and what it used.

        Giving back its memory takes as long as a sixth of a verdict.
        """
        if self._pid == 0:
            return {"status": 0.0}
        _kill(self._pid, self._pidfd)
        usage = self.server.reap(self._pid)
        if self._pidfd is not None:
            os.close(self._pidfd)
        self._pid, self._pidfd = 0, None
        self.cpu_seconds = usage["cpu_seconds"]
        return usage

    def _note_shortcuts(self, found: object) -> None:
        if isinstance(found, tuple):
            known = [path for path in self.exercise.forbidden if path in found]
            self.shortcuts = tuple(dict.fromkeys([*self.shortcuts, *known]))


def _failure_of(status: int, *, cpu_used_up: bool) -> Failure:
    if status >= 0:
        return Failure(Verdict.RUNTIME_ERROR, f"the process ended by itself with exit code {status}")
    if -status == signal.SIGXCPU or (-status == signal.SIGKILL and cpu_used_up):
        return Failure(Verdict.TIME_LIMIT, "the CPU time was used up")
    if -status == signal.SIGKILL:
        return Failure(Verdict.MEMORY_LIMIT, "killed by the machine")
    return Failure(Verdict.RUNTIME_ERROR, f"the process crashed: {signal.Signals(-status).name}")


def _is_description(found: Value) -> bool:
    if isinstance(found, Raised):
        return True
    if not isinstance(found, dict):
        return False
    rows = found.get("parameters")
    return isinstance(rows, tuple) and all(_is_row(row) for row in rows)


def _is_row(row: Value) -> bool:
    if not isinstance(row, tuple) or len(row) != 5:
        return False
    path, shape, owner, kind, same = row
    return (
        all(isinstance(text, str) for text in (path, owner, kind, same))
        and isinstance(shape, tuple)
        and all(type(size) is int and 0 <= size < 1 << 24 for size in shape)
    )


def _is_traced(value: object) -> bool:
    """Whether it is a tensor that an honest trace may hold: the judge makes copies of all of them."""
    return isinstance(value, torch.Tensor) and value.device.type == "cpu" and value.numel() <= SIZE_LIMIT


def _out_of_memory(observation: Observation) -> bool:
    faults = [v for v in observation.values() if isinstance(v, Raised)]
    return any(f.type == "MemoryError" or "can't allocate memory" in f.message for f in faults)


def _as_tensor(source: bytes) -> torch.Tensor:
    """The bytes as a uint8 tensor: texts in a frame's header are cut at a limit."""
    return (
        torch.frombuffer(bytearray(source), dtype=torch.uint8)
        if source
        else torch.empty(0, dtype=torch.uint8)
    )


def _open_pidfd(pid: int) -> int | None:
    return os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None


def _kill(pid: int, pidfd: int | None) -> None:
    try:
        if pidfd is not None:
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def processor_time(pid: int) -> tuple[bool, float]:
    """Whether a process is ready to run, and the CPU seconds that it has used; (False, 0) where the system
    does not tell.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return False, 0.0
    used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return fields[0] == b"R", used
