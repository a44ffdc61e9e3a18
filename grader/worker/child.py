"""One child, one submission: answers a bounded sequence of requests, then dies.

Requests come from the judge over a socket pair (`grader.protocol.messages`); each reply carries the number of
its request. Student code shares this process and can forge any reply: a reply is a claim.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from grader.domain.case import Build, Observation, Raised, Step, Train
from grader.domain.exercise import Entry
from grader.domain.source_problem import SourceProblem
from grader.domain.verdict import Confinement
from grader.observer.graphs import record
from grader.observer.observe import Run, describe
from grader.observer.probes import NO_PROPS, load_props
from grader.protocol.allowance import Allowance
from grader.protocol.expected import fitted
from grader.protocol.messages import Describe, Load, Observe, Record, Request, read_request
from grader.protocol.replies import (
    Described,
    Loaded,
    Ready,
    Recorded,
    Reply,
    Seen,
    Suspicion,
    TooLarge,
    reply_frame,
)
from grader.source.code import LoadedSource, load_code
from grader.source.same_tree import contains
from grader.worker.blocks import install_blocks
from grader.worker.entry import find_entry
from grader.worker.execution import execute, new_module
from grader.worker.naming import other_names
from grader.worker.shortcuts import ShortcutWatch

EXIT_UNCONFINED = 96
EXIT_PROTOCOL = 97
AT_ONCE_BYTES = 64 * 1024
LEAVING_SECONDS = 1.0


def serve_submission(fd: int, confinement: Confinement, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Answer requests on `fd` until the judge hangs up; never returns. `meanwhile` is run before the first one."""
    status = EXIT_PROTOCOL
    try:
        _open_log()
        worker = Worker(fd)
        worker.send(Ready(confinement))  # before a byte of the submission comes in: not forged
        meanwhile()
        while True:
            worker.answer(*read_request(worker.read))
    except EOFError:
        status = 0
        os.close(fd)  # the judge need not wait until this process's memory is given back: it will be killed
        time.sleep(LEAVING_SECONDS)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) and 0 < leaving.code < 96 else 1
    finally:  # nothing of the student's (atexit, __del__, threads' joins) may run after this
        os._exit(status)


class Worker:
    """The state of one child: the loaded submission, the watch on shortcuts, what may still be sent."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.come = bytearray()
        self.namespace: dict[str, Any] = {}
        self.files: frozenset[str] = frozenset()
        self.watch = ShortcutWatch(())
        self.props = NO_PROPS
        self.allowance = Allowance()
        self.number = 0

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes of the pipe; EOFError when the judge has hung up."""
        while len(self.come) < size:
            chunk = os.read(self.fd, max(AT_ONCE_BYTES, min(size - len(self.come), 1 << 20)))
            if not chunk:
                raise EOFError
            self.come += chunk
        taken = bytes(memoryview(self.come)[:size])
        del self.come[:size]
        return taken

    def answer(self, number: int, request: Request) -> None:
        """Carry out one request and send its replies."""
        self.number = number
        match request:
            case Load():
                self.send(self._load(request))
            case Describe():
                for build in request.builds:
                    self.send(self._describe(build))
            case Observe():
                run = Run(self.namespace, self.files, self.props)
                for steps, goes_on in zip(request.programs, request.goes_on, strict=True):
                    run = run if goes_on else Run(self.namespace, self.files, self.props)
                    again = None if run.seen or _trains(steps) else self._anew(steps)
                    seen = self.watch.look(partial(self._observe, run, steps), again)
                    self.send(Seen(fitted(seen, steps), self.watch.found, self.watch.settled))
            case Record():
                for steps in request.programs:
                    self.send(Recorded(record(self.namespace, steps, self.files, self.props)))

    def send(self, reply: Reply) -> None:
        """Send one reply to the request in work, after what was printed so far."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # a learner may have closed or replaced them
                stream.flush()
        self.write(reply_frame(self.number, reply, self.allowance))

    def write(self, frame: bytes) -> None:
        """Put a whole frame into the pipe."""
        data = memoryview(frame)
        while data:
            data = data[os.write(self.fd, data) :]

    def _tell(self, path: str) -> None:
        """Send word of a forbidden call at the moment when it is made."""
        self.write(reply_frame(self.number, Suspicion(path), self.allowance))

    def _describe(self, build: Build) -> Reply:
        found = describe(self.namespace, build, self.files, self.props)
        what = "" if isinstance(found, Raised) else found.too_large()
        return TooLarge(what) if what else Described(found)

    def _observe(self, run: Run, steps: tuple[Step, ...]) -> Observation:
        """What these steps of a run show; a run in several parts tells of each thing once."""
        told = frozenset(run.seen)
        for step in steps:
            run.take(step)
        return {name: value for name, value in run.seen.items() if name not in told}

    def _anew(self, steps: tuple[Step, ...]) -> Callable[[], Observation]:
        return lambda: self._observe(Run(self.namespace, self.files, self.props), steps)

    def _load(self, request: Load) -> Loaded:
        self.watch = ShortcutWatch(request.forbidden, self._tell)
        install_blocks(request.blocks)
        self.props = load_props(request.props)
        loaded = load_code(request.kind, request.source, request.name)
        if loaded.fatal is not None:
            return Loaded(loaded.fatal)
        self.files = frozenset(loaded.filenames)
        self.watch.trust(unit.code for unit in loaded.units)
        copied = tuple(name for name, block in request.answers.items() if contains(loaded.text, block))
        module = new_module(loaded)
        self.namespace = module.__dict__
        execution = execute(loaded, self.namespace)
        problem = execution.failure or self._entry_problem(loaded, request.entries, request.forbidden)
        notes = execution.notes
        if problem is None:
            renamed = other_names(self.namespace, request.entries)
            notes += renamed.notes
            self.namespace = {**self.namespace, **renamed.entries} if renamed.entries else self.namespace
        return Loaded(problem, notes, execution.traceback, copied)

    def _entry_problem(
        self, loaded: LoadedSource, entries: Sequence[Entry], forbidden: Sequence[str]
    ) -> SourceProblem | None:
        for entry in entries:
            methods = {"forward": entry.forward} if entry.forward else None
            problem = find_entry(
                self.namespace,
                entry.name,
                entry.kind,
                entry.parameters,
                loaded,
                methods,
                forbidden,
                len(entry.by_position),
            )
            if problem is not None:
                return problem
        return None


def _open_log() -> None:
    """Print to the log, whatever the process that forked this one had made of its own standard output."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = open(number, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)


def _trains(steps: tuple[Step, ...]) -> bool:
    return any(isinstance(step, Train) for step in steps)
