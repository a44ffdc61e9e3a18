"""Asks the requests of one session, reading what comes back with distrust, whoever answers."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from grader.domain.case import Build, Observation, Raised, Step
from grader.domain.errors import SandboxError
from grader.domain.exercise import Exercise
from grader.domain.graph import Graph
from grader.domain.result import Failure
from grader.domain.source_problem import SourceNote, SourceProblem
from grader.domain.submission import Submission
from grader.domain.verdict import Confinement, Verdict
from grader.protocol.allowance import Allowance
from grader.protocol.description import Description
from grader.protocol.expected import Names
from grader.protocol.messages import (
    Describe,
    Load,
    Plain,
    Programs,
    Record,
    observe_frames,
    request_frame,
)
from grader.protocol.replies import (
    Described,
    Envelope,
    Loaded,
    Ready,
    Recorded,
    Reply,
    Seen,
    Suspicion,
    TooLarge,
    read_reply,
)
from grader.protocol.violation import DATA_FAULTS, ProtocolViolation
from grader.sandbox.channel import ChildGone, DeadlinePassed, LogFlood

SUSPICIONS_LIMIT = 4096
"""Of one session; an honest worker sends one per program and forbidden function that is called in it."""


class Pipe(Protocol):
    """What a conversation needs of its channel."""

    def write(self, frame: bytes) -> None:
        """Send a whole frame."""

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes of a reply."""


@dataclass(frozen=True)
class LoadOutcome:
    """What became of loading a submission's source, at which level of confinement."""

    confinement: Confinement
    problem: SourceProblem | None
    notes: tuple[SourceNote, ...]
    traceback: str


class Conversation:
    """The requests of one session, and the submission's failure, once there is one.

    Once `failure` is set every answer is short or empty. Whatever is wrong with a reply is a failure of the
    submission's, never an exception of ours.
    """

    def __init__(
        self, exercise: Exercise, pipe: Pipe, progress: Callable[[float], None] = lambda share: None
    ) -> None:
        self.exercise = exercise
        self.progress = progress
        self.failure: Failure | None = None
        self.shortcuts: tuple[str, ...] = ()
        self.confinement: Confinement | None = None
        self._pipe = pipe
        self._number = 0
        self._allowance = Allowance()
        self._told = 0
        self._suspected: list[str] = []

    def begin_load(self, submission: Submission) -> None:
        """Send the source without waiting, so that the judge can load the reference meanwhile."""
        exercise = self.exercise
        self._ask(
            Load(
                submission.kind,
                submission.name,
                submission.source,
                exercise.blocks,
                exercise.props,
                exercise.entries,
                exercise.forbidden,
                exercise.answers,
            )
        )

    def finish_load(self) -> LoadOutcome:
        """Wait until the source has run and say what became of it; SandboxError if it was not locked in."""
        level = self._await_lockdown()
        for reply in self._replies(1, Loaded):
            with self._faults_become_failures():
                loaded = Loaded.from_value(reply.fields, self.exercise.answers)
                self._note(*(f"course.blocks.{name}" for name in loaded.copied))
                return LoadOutcome(level, loaded.problem, loaded.notes, loaded.traceback)
        return LoadOutcome(level, None, (), "")

    def load(self, submission: Submission) -> LoadOutcome:
        """Send the source and have it run; the first request of a session."""
        self.begin_load(submission)
        return self.finish_load()

    def describe(self, builds: Sequence[Build]) -> list[Description | Raised]:
        """Describe each build; empty after a failure."""
        self._ask(Describe(tuple(builds)))
        described = []
        for reply in self._replies(len(builds), Described):
            with self._faults_become_failures():
                described.append(Described.from_value(reply.fields).found)
        return [] if self.failure is not None else described

    def observe(
        self, programs: Sequence[Sequence[Step]] | Programs, meanwhile: Callable[[], None] | None = None
    ) -> list[Observation]:
        """Observe each program in turn, running `meanwhile`
        beside; shorter than asked if the child failed on the way.

        A program that trains is sent in parts, one a training step; `progress` hears of each with the share
        that is done.
        """
        asked = programs if isinstance(programs, Programs) else Programs(programs)
        if self.failure is None:
            self._number += 1
            self._send(observe_frames(self._number, asked))
        if meanwhile is not None:
            meanwhile()
        seen: list[Observation] = []
        done = 0
        for part in self._parts(asked):
            if asked.goes_on[done]:
                seen[-1] = {**seen[-1], **part}
            else:
                seen.append(part)
            done += 1
            if len(asked.goes_on) > len(asked.whole):
                self.progress(done / len(asked.goes_on))
        if done < len(asked.goes_on) and asked.goes_on[done] and seen:
            seen.pop()  # it ended in the middle of a program
        return [] if self._is_void() else seen

    def graphs(self, programs: Sequence[Sequence[Step]]) -> list[Graph]:
        """Record the last call of each program; what came so far after a failure."""
        self._ask(Record(tuple(tuple(steps) for steps in programs)))
        graphs = []
        for reply in self._replies(len(programs), Recorded):
            with self._faults_become_failures():
                graphs.append(Recorded.from_value(reply.fields).graph)
        return graphs

    def void(self, summary: str, traceback: str = "") -> None:
        """Set the failure of a submission that did what no honest one does."""
        self.failure = Failure(Verdict.PROTOCOL_VIOLATION, summary, traceback)

    def _parts(self, asked: Programs) -> Iterator[Observation]:
        """What each part of the programs shows, until the submission fails."""
        for names, reply in zip(asked.names, self._replies(len(asked.names), Seen), strict=False):
            part = self._seen(reply, names)
            if part is None:
                return
            yield part

    def _seen(self, reply: Envelope, names: Names) -> Observation | None:
        with self._faults_become_failures():
            part = Seen.from_value(reply.fields, names, self.exercise.forbidden)
            # what was told at the call, and is no longer known to the watch, was taken from it
            self._note(*part.shortcuts, *(path for path in self._suspected if path not in part.settled))
            self._suspected.clear()
            if not _out_of_memory(part.observation):
                return part.observation
            self.failure = Failure(Verdict.MEMORY_LIMIT, "the memory limit was reached")
        return None

    def _await_lockdown(self) -> Confinement:
        """Hear the level from the child before it reads the source; whatever goes wrong until then is ours."""
        try:
            ready = read_reply(self._pipe.read, self._allowance)
            if ready.kind is not Ready:
                raise ProtocolViolation("another word than the first")
            self.confinement = Ready.from_value(ready.fields).confinement
        except (ChildGone, DeadlinePassed, LogFlood, ProtocolViolation) as error:
            said = self._said() or type(error).__name__
            raise SandboxError(f"the worker could not be confined: {said}") from error
        return self.confinement

    def _said(self) -> str:
        """The end of what the child printed, for whoever looks after the machine."""
        return ""

    def _gone(self) -> Failure:
        """Why the child closed its end before the reply was whole."""
        return Failure(Verdict.RUNTIME_ERROR, "the process closed its pipe")

    def _ask(self, request: Plain) -> None:
        if self.failure is None:
            self._number += 1
            self._send(request_frame(self._number, request))

    def _send(self, frames: bytes) -> None:
        with self._faults_become_failures():
            self._pipe.write(frames)

    def _replies(self, count: int, kind: type[Reply]) -> Iterator[Envelope]:
        """The replies to the last request as they come in; fewer than `count` after a failure."""
        for _ in range(count):
            reply = self._reply(kind) if self.failure is None else None
            if reply is None:
                return
            yield reply

    def _reply(self, kind: type[Reply]) -> Envelope | None:
        """The next reply of this kind, after the suspicions told before it; None after a failure."""
        found: Envelope | None = None
        while found is None and self.failure is None:
            with self._faults_become_failures():
                found = self._wanted(read_reply(self._pipe.read, self._allowance), kind)
        return found

    def _wanted(self, reply: Envelope, kind: type[Reply]) -> Envelope | None:
        """The reply if it is the one that was asked for, None if it tells something on the way to it."""
        if reply.number != self._number:
            raise ProtocolViolation("a reply that answers nothing asked")
        if reply.kind is kind:
            return reply
        if reply.kind is Suspicion:
            self._told += 1
            if self._told > SUSPICIONS_LIMIT:
                raise ProtocolViolation("suspicions without end")
            self._suspected.append(Suspicion.from_value(reply.fields, self.exercise.forbidden).path)
        elif reply.kind is TooLarge:
            self.failure = Failure(Verdict.OUTPUT_LIMIT, TooLarge.from_value(reply.fields).what)
        else:
            raise ProtocolViolation("a reply of another kind than was asked for")
        return None

    def _note(self, *shortcuts: str) -> None:
        self.shortcuts = tuple(dict.fromkeys([*self.shortcuts, *shortcuts]))

    def _is_void(self) -> bool:
        return self.failure is not None and self.failure.verdict is Verdict.PROTOCOL_VIOLATION

    @contextmanager
    def _faults_become_failures(self) -> Iterator[None]:
        try:
            yield
        except ProtocolViolation as violation:
            self.void(str(violation))
        except DeadlinePassed:
            self.failure = Failure(
                Verdict.TIME_LIMIT, f"no answer within {self.exercise.limits.wall_seconds:g} s"
            )
        except LogFlood:
            self.failure = Failure(Verdict.OUTPUT_LIMIT, "printed without end")
        except ChildGone:
            self.failure = self._gone()
        except DATA_FAULTS as error:  # whatever it was, it was in the reply
            self.void(f"malformed reply: {type(error).__name__}", traceback.format_exc())


def _out_of_memory(observation: Observation) -> bool:
    faults = [v for v in observation.values() if isinstance(v, Raised)]
    return any(f.type == "MemoryError" or "can't allocate memory" in f.message for f in faults)
