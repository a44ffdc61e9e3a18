"""One child, one submission: answers a bounded sequence of requests and dies.

Requests come from the judge over a socket pair as frames: load, then any of describe, observe, trace. Each
reply frame carries the request's number; observe answers one frame a program, and a program may go on where
the one before it ended. Student code shares this process and can forge any reply: a reply is a claim.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import Any

from grader.domain.case import Observation, Step, Train, Value
from grader.domain.source_problem import SourceProblem, to_plain
from grader.domain.submission import SourceKind
from grader.observer.graph import trace
from grader.observer.graphs import record
from grader.observer.observe import Run, describe
from grader.observer.probes import NO_PROPS, load_props
from grader.protocol.codec import decode, encode
from grader.protocol.graphs import pack
from grader.source.code import LoadedSource, load_code
from grader.worker.entry import find_entry
from grader.worker.execution import execute, new_module
from grader.worker.shortcuts import ShortcutWatch

EXIT_UNCONFINED = 96
EXIT_PROTOCOL = 97
AT_ONCE_BYTES = 64 * 1024
LEAVING_SECONDS = 1.0


def serve_submission(fd: int, confinement: str, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Answer requests on `fd` until the judge hangs up; never returns. `meanwhile` is run before the first one."""
    status = EXIT_PROTOCOL
    try:
        _open_log()
        worker = _Worker(fd)
        worker.send(0, {"confinement": confinement})  # before a byte of the submission comes in: not forged
        meanwhile()
        while True:
            worker.answer(worker.request())
    except EOFError:
        status = 0
        os.close(fd)  # the judge need not wait until this process's memory is given back: it will be killed
        time.sleep(LEAVING_SECONDS)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) and 0 < leaving.code < 96 else 1
    finally:  # nothing of the student's (atexit, __del__, threads' joins) may run after this
        os._exit(status)


class _Worker:
    """The state of one child: the loaded submission and the watch on shortcuts."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.come = bytearray()
        self.namespace: dict[str, Any] = {}
        self.files: frozenset[str] = frozenset()
        self.watch = ShortcutWatch(())
        self.props = NO_PROPS

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

    def request(self) -> Any:
        """The next request; the programs that are to be observed come in a frame of their own."""
        request = decode(self.read, trusted=True)
        return (
            request | {"programs": decode(self.read, trusted=True)} if request["op"] == "observe" else request
        )

    def answer(self, request: Any) -> None:
        """Carry out one request and send its replies."""
        number, operation = request["number"], request["op"]
        if operation == "load":
            self.send(number, self._load(request))
        elif operation == "describe":
            self.send(number, {"described": tuple(self._describe(build) for build in request["builds"])})
        elif operation == "observe":
            run = Run(self.namespace, self.files, self.props)
            for steps, goes_on in zip(request["programs"], request["goes_on"], strict=True):
                run = run if goes_on else Run(self.namespace, self.files, self.props)
                again = None if run.seen or _trains(steps) else self._anew(steps)
                seen = self.watch.look(partial(self._observe, run, steps), again)
                self.send(number, {"seen": seen, "shortcuts": self.watch.found})
        elif operation == "graph":
            for steps in request["programs"]:
                self.send(number, {"graph": pack(record(self.namespace, steps, self.files, self.props))})
        elif operation == "trace":
            self.send(
                number, {"steps": tuple(trace(self.namespace, request["steps"], self.files, self.props))}
            )

    def send(self, number: int, reply: Mapping[str, Value]) -> None:
        """Send one reply frame, after what was printed so far."""
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # a learner may have closed or replaced them
                stream.flush()
        data = memoryview(encode({"number": number, **reply}))
        while data:
            data = data[os.write(self.fd, data) :]

    def _describe(self, build: Any) -> Value:
        return describe(self.namespace, build, self.files, self.props)

    def _observe(self, run: Run, steps: tuple[Step, ...]) -> Observation:
        """What these steps of a run show; a run in several parts tells of each thing once."""
        told = frozenset(run.seen)
        for step in steps:
            run.take(step)
        return {name: value for name, value in run.seen.items() if name not in told}

    def _anew(self, steps: tuple[Step, ...]) -> Callable[[], Observation]:
        return lambda: self._observe(Run(self.namespace, self.files, self.props), steps)

    def _load(self, request: Any) -> dict[str, Value]:
        self.watch = ShortcutWatch(request["forbidden"])
        _install_blocks({name: _as_bytes(text).decode() for name, text in request["blocks"].items()})
        self.props = load_props({name: _as_bytes(text).decode() for name, text in request["props"].items()})
        source = _as_bytes(request["source"])
        loaded = load_code(SourceKind(request["kind"]), source, request["name"])
        if loaded.fatal is not None:
            return self._loaded(loaded.fatal)
        self.files = frozenset(loaded.filenames)
        module = new_module(loaded)
        self.namespace = module.__dict__
        execution = execute(loaded, self.namespace)
        problem = execution.failure or self._entry_problem(loaded, request["entries"])
        notes = tuple(to_plain(note) for note in execution.notes)
        return self._loaded(problem) | {"notes": notes, "traceback": execution.traceback}

    def _loaded(self, problem: SourceProblem | None) -> dict[str, Value]:
        plain = None if problem is None else to_plain(problem)
        return {"problem": plain, "notes": (), "traceback": ""}

    def _entry_problem(self, loaded: LoadedSource, entries: Any) -> SourceProblem | None:
        for name, kind, parameters, forward in entries:
            methods = {"forward": tuple(forward)} if forward else None
            problem = find_entry(self.namespace, name, kind, tuple(parameters), loaded, methods)
            if problem is not None:
                return problem
        return None


def _trains(steps: tuple[Step, ...]) -> bool:
    return any(isinstance(step, Train) for step in steps)


def _open_log() -> None:
    """Print to the log, whatever the process that forked this one had made of its own standard output."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = open(number, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)


def _as_bytes(tensor: Any) -> bytes:
    return bytes(tensor.numpy().tobytes())


def _install_blocks(blocks: Mapping[str, str]) -> None:
    """Make `course.blocks` importable, with the given blocks' names; their sources come from the judge and
    are public.
    """
    course, package = ModuleType("course"), ModuleType("course.blocks")
    course.__path__ = []
    course.__dict__["blocks"] = package
    sys.modules |= {"course": course, "course.blocks": package}
    for file, source in blocks.items():
        space = {"__name__": "course.blocks"}
        exec(compile(source, f"course/blocks/{file}.py", "exec"), space)
        public = {
            n: v
            for n, v in space.items()
            if not n.startswith("_") and getattr(v, "__module__", "") == "course.blocks"
        }
        package.__dict__.update(public)
    gc.collect(0)
