"""Runs a learner's compiled code into a module; what happens at top level comes back as data."""

from __future__ import annotations

import io
import linecache
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any

from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.domain.submission import SourceKind
from grader.source.code import CodeUnit, LoadedSource, UnitRole

SUBMISSION_MODULE = "submission"
"""`__name__` of every submission: not "__main__", so guarded experiments stay quiet."""

EXPERIMENT_SECONDS = 2.0
"""What all experiments of one notebook may take together; a training loop is stopped, not the grading."""

_LEAST_SECONDS = 0.2
_MAX_NOTES = 40
_MAX_TRACEBACK = 16 * 1024
_IMPORT_LINE = re.compile(r"^\s*(?:import|from)\s+([A-Za-z_]\w*)")


@dataclass(frozen=True)
class Execution:
    """What became of the top level: a `.py` file's `failure`, a notebook's `notes`, a traceback for staff."""

    failure: SourceProblem | None
    notes: tuple[SourceNote, ...]
    traceback: str


def new_module(loaded: LoadedSource) -> ModuleType:
    """Return an empty module for the submission, in `sys.modules` because dataclasses look there."""
    module = ModuleType(SUBMISSION_MODULE)
    module.__file__ = loaded.name
    if loaded.kind is SourceKind.NOTEBOOK:
        module.__dict__["display"] = _display
    sys.modules[SUBMISSION_MODULE] = module
    return module


def execute(
    loaded: LoadedSource, namespace: dict[str, Any], experiment_seconds: float = EXPERIMENT_SECONDS
) -> Execution:
    """Run the source's units in order in `namespace`.

    A `.py` file ends at its first exception, which is the `failure`. In a notebook every statement runs
    whatever became of those before it, so that no definition is lost; experiments share `experiment_seconds`.
    """
    notes: list[SourceNote] = list(loaded.notes)
    tracebacks: list[str] = []
    failure = None
    budget = _Budget(experiment_seconds)
    for unit in loaded.units:
        if unit.role is UnitRole.FILE:
            error = _run(unit, namespace)
            if error is not None:
                failure = _failure(error, loaded)
                tracebacks.append(_format(error))
            continue
        note, error = _run_statement(unit, namespace, budget)
        if note is not None:
            notes.append(note)
        if error is not None and sum(map(len, tracebacks)) < _MAX_TRACEBACK:
            tracebacks.append(_format(error))
    return Execution(failure, _merged(notes), "\n".join(tracebacks)[:_MAX_TRACEBACK])


class _Stopped(BaseException):
    """Raised inside an experiment whose time is over; no Exception, so that ordinary handlers let it pass."""


class _Budget:
    """The seconds that experiments have left, and the timer that enforces them where there is one."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @contextmanager
    def limit(self, role: UnitRole) -> Iterator[None]:
        """Raise _Stopped inside the block when its share is over; definitions have no limit of their own."""
        if role is UnitRole.DEFINITION or not hasattr(signal, "setitimer"):
            yield
            return
        armed = True

        def stop(_number: int, frame: FrameType | None) -> None:
            # half an import would break the modules that the checks need: strike again after it
            if armed and not _is_importing(frame):
                raise _Stopped

        try:
            former = signal.signal(signal.SIGALRM, stop)
            signal.setitimer(signal.ITIMER_REAL, max(self.left, _LEAST_SECONDS), _LEAST_SECONDS)
        except (OSError, ValueError):  # denied by the sandbox, or not the main thread: the wall clock must do
            yield
            return
        started = time.monotonic()
        try:
            yield
        finally:
            armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
            self.left -= time.monotonic() - started


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


class _CountingOutput(io.TextIOBase):
    """Passes text on and counts it, so that a printing cell can be told."""

    def __init__(self, target: Any) -> None:
        self._target = target
        self.count = 0

    def write(self, text: str) -> int:
        self.count += len(text)
        self._target.write(text)
        return len(text)

    def flush(self) -> None:
        self._target.flush()


def _run_statement(
    unit: CodeUnit, namespace: dict[str, Any], budget: _Budget
) -> tuple[SourceNote | None, BaseException | None]:
    cell = unit.cell or 0
    if unit.role is UnitRole.EXPERIMENT and budget.left <= 0:
        return SourceNote(SourceRemark.SKIPPED, cell, unit.line), None
    former, output = sys.stdout, _CountingOutput(sys.stdout)
    sys.stdout = output
    error: BaseException | None
    try:
        with budget.limit(unit.role):
            error = _run(unit, namespace)
    except _Stopped as stopped:  # the timer struck between the statement's end and its disarming
        error = stopped
    finally:
        sys.stdout = former
    if isinstance(error, _Stopped):
        return SourceNote(SourceRemark.STOPPED, cell, unit.line), None
    if error is not None:
        line = _line_in(error, unit.code.co_filename) or unit.line
        if package := _missing_package(error):
            return SourceNote(SourceRemark.MISSING_PACKAGE, cell, line, package), error
        return SourceNote(SourceRemark.RAISED, cell, line, _say(error)), error
    return (SourceNote(SourceRemark.PRINTED, cell, unit.line) if output.count else None), None


def _run(unit: CodeUnit, namespace: dict[str, Any]) -> BaseException | None:
    """Run one unit and return what it raised, SystemExit and KeyboardInterrupt included."""
    try:
        exec(unit.code, namespace)
    except BaseException as error:  # noqa: BLE001 - a learner's code may raise anything, and it is data here
        return error
    return None


def _failure(error: BaseException, loaded: LoadedSource) -> SourceProblem:
    line = None
    for filename in loaded.filenames:
        line = _line_in(error, filename, innermost=True) or line
    text = learner_line(loaded.name, line)
    if package := _missing_package(error):
        return SourceProblem(SourceFault.MISSING_PACKAGE, loaded.name, line, found=package, text=text)
    kind = SourceFault.EXITED if isinstance(error, (SystemExit, KeyboardInterrupt)) else SourceFault.RAISED
    return SourceProblem(kind, loaded.name, line, found=_say(error), text=text)


def learner_line(filename: str, line: int | None) -> str:
    """Return the learner's own line, stripped; "" where there is none."""
    return "" if line is None else linecache.getline(filename, line).strip()[:200]


def _line_in(error: BaseException, filename: str, innermost: bool = False) -> int | None:
    line = None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == filename and (line is None or innermost):
            line = number
    return line


def _missing_package(error: BaseException) -> str:
    """Return the top-level name of the package whose import failed, "" where the error is another one."""
    if isinstance(error, ModuleNotFoundError) and isinstance(error.name, str):
        return error.name.partition(".")[0][:80]
    if isinstance(error, PermissionError):  # a package that exists, but outside what the sandbox may read
        for frame, number in traceback.walk_tb(error.__traceback__):
            if frame.f_globals.get("__name__") == SUBMISSION_MODULE:
                match = _IMPORT_LINE.match(learner_line(frame.f_code.co_filename, number))
                if match:
                    return match.group(1)
    return ""


def _say(error: BaseException) -> str:
    name = type(error).__name__[:80]
    try:
        message = str(error)
    except BaseException:  # noqa: BLE001 - the learner's own __str__ may do anything
        message = ""
    return f"{name}: {message}"[:300] if message else name


def _format(error: BaseException) -> str:
    tail = error.__traceback__.tb_next if error.__traceback__ else None
    lines = traceback.format_exception(type(error), error, tail, limit=50)
    return "".join(lines)[:_MAX_TRACEBACK]


def _merged(notes: list[SourceNote]) -> tuple[SourceNote, ...]:
    """One PRINTED and one SKIPPED note a cell is enough; ordered by place, bounded."""
    seen: set[tuple[SourceRemark, int]] = set()
    kept: list[SourceNote] = []
    for note in sorted(notes, key=lambda each: (each.cell, each.line or 0)):
        key = (note.kind, note.cell)
        if note.kind in (SourceRemark.PRINTED, SourceRemark.SKIPPED) and key in seen:
            continue
        seen.add(key)
        kept.append(note)
    return tuple(kept[:_MAX_NOTES])


def _display(*_values: object, **_options: object) -> None:
    """Stand in for the function of that name that notebooks find ready; shows nothing."""
