"""A worker server under attack, in one mode of the machine, with all around it that must not change."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psutil

from grader.catalog.exercises import load_exercise
from grader.confinement.lockdown import offers_landlock, offers_seccomp
from grader.confinement.one_thread import ONE_THREAD
from grader.domain.exercise import Exercise, Limits
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, WorkerServer
from tests.conftest import require
from tests.hostile.attacks import HONEST

NOBODY = 65534
WORDS_OF_THE_REFERENCE = "Reference for exercise 1: layer normalisation of Ba, Kiros and Hinton (2016)"
# A server as an ordinary user has it: unprivileged, but able to read Python, which may lie in root's home.
_AS_NOBODY = (
    "import ctypes, grader.worker.server; from grader.confinement import privileges; "
    "libc = ctypes.CDLL(None, use_errno=True); "
    f"privileges.become(libc, {NOBODY}, {NOBODY}, keep_file_identity=True); "
    "privileges.drop_capabilities(libc); "
)
_MAIN = "from grader.worker.server import main; main()"


@dataclass(frozen=True)
class Mode:
    """A machine as it may be: who grades, and which part of the confinement its kernel has."""

    name: str
    level: Confinement
    as_root: bool
    settings: Mapping[str, Any]
    warm: bool = True


MODES = (
    Mode("root", Confinement.FULL, True, {}),
    Mode("user", Confinement.FULL, False, {}),
    Mode("root-landlock-1", Confinement.FULL, True, {"landlock_abi": 1}),
    Mode("user-landlock-1", Confinement.FULL, False, {"landlock_abi": 1}),
    Mode("root-without-landlock", Confinement.NO_OPENS, True, {"landlock": False}),
    Mode("user-without-landlock", Confinement.NO_OPENS, False, {"landlock": False}),
)
HERE = MODES[0 if getattr(os, "geteuid", int)() == 0 and os.name == "posix" else 1]
"""The full lockdown for whoever runs the tests."""


def demand(mode: Mode) -> None:
    """Skip visibly where this machine is not like `mode`."""
    require("seccomp", offers_seccomp(), "the kernel takes no filters")
    if mode.settings.get("landlock", True):
        require("Landlock", offers_landlock() > 0, "kernel before 5.13, or switched off")
    if mode.as_root:
        require("root", os.geteuid() == 0, "the tests run as an ordinary user")


def start_server(*, as_root: bool, warm: bool) -> WorkerServer:
    """A fresh interpreter with a server, which nothing of the tests' own process can leak into."""
    ours, theirs = socket.socketpair()
    prelude = "" if as_root or os.geteuid() != 0 else _AS_NOBODY
    command = [sys.executable, "-I", "-c", prelude + _MAIN, str(theirs.fileno()), "01"[warm], "1"]
    environment = {key: os.environ[key] for key in ("PATH", "LANG", "HOME") if key in os.environ} | ONE_THREAD
    process = subprocess.Popen(
        command,
        pass_fds=[theirs.fileno()],
        env=environment,
        cwd=tempfile.gettempdir(),
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    return WorkerServer(ours, process.pid, warm, process)


@dataclass(frozen=True)
class Fallen:
    """What one attack came to."""

    result: GradeResult
    seconds: float


class Siege:
    """Grades attacks and honest submissions through one server, and looks at what must not change."""

    def __init__(self, mode: Mode, course: Path, folder: Path) -> None:
        self.mode = mode
        self.folder = folder
        self.marker = f"marker {secrets.token_hex(8)}"
        self.exercise = load_exercise(course, 1)
        self.server = start_server(as_root=mode.as_root, warm=mode.warm)
        self.grader = Grader(
            self.exercise,
            course,
            "digest",
            7,
            CurrentServer(self.server),
            require=mode.level,
            settings=mode.settings,
        )
        self.canary = _plant_canary(folder, self.marker)
        self.before = _snapshot(self.canary)
        self.listeners = _listen(folder)
        self.places = {
            "CANARY": str(self.canary),
            "PROJECT": str(course),
            "REFERENCE": str(course / "reference" / self.exercise.id / "solution.py"),
            "JUDGE": str(os.getpid()),
            "SERVER": str(self.server.pid),
            "PORT": str(self.listeners[0].getsockname()[1]),
            "OUTBOX": str(folder / "outbox"),
            "MARKER_REVERSED": self.marker[::-1],
            "WORDS_REVERSED": WORDS_OF_THE_REFERENCE[::-1],
        }

    def attack(self, submission: Submission, wall_seconds: float) -> Fallen:
        """Grade `submission` within `wall_seconds`."""
        self.grader.exercise = _with_limits(self.exercise, wall_seconds)
        started = time.monotonic()
        result = self.grader.grade(submission)
        return Fallen(result, time.monotonic() - started)

    def honest(self) -> GradeResult:
        """Grade a right submission, which carries the marker that later attacks look for."""
        self.grader.exercise = _with_limits(self.exercise, 10.0)
        source = f'MARKER = "{self.marker}"\n{HONEST}'
        return self.grader.grade(Submission("honest.py", SourceKind.PYTHON, source.encode()))

    def damage(self) -> list[str]:
        """Everything that is not as it was: files, packets, surviving processes, the server."""
        found = []
        if _snapshot(self.canary) != self.before:
            found.append("files were changed")
        found += [f"a packet came to {name.getsockname()}" for name in self.listeners if _has_news(name)]
        survivors = (
            psutil.Process(self.server.pid).children(recursive=True) if is_alive(self.server.pid) else []
        )
        found += [f"process {child.pid} survived" for child in survivors]
        if self.grader.current_server.server is not self.server:
            found.append("the server had to be replaced")
        return found

    def leaks(self, result: GradeResult) -> list[str]:
        """Secrets that stand in what the submission printed or raised."""
        said = f"{result.log}\n{result.failure}\n{result.problem}"
        return [secret for secret in (self.marker, WORDS_OF_THE_REFERENCE, "found needle") if secret in said]

    def close(self) -> None:
        """End the server and the listeners."""
        self.grader.current_server.close()
        for listener in self.listeners:
            listener.close()


@contextlib.contextmanager
def besieged(mode: Mode, course: Path, folder: Path) -> Iterator[Siege]:
    """A siege that ends with its block."""
    siege = Siege(mode, course, folder)
    try:
        yield siege
    finally:
        siege.close()


def _with_limits(exercise: Exercise, wall_seconds: float) -> Exercise:
    return replace(exercise, limits=Limits(wall_seconds=wall_seconds, memory_mib=512, output_kib=64))


def _plant_canary(folder: Path, marker: str) -> Path:
    """A folder that everyone may read and write: only the confinement keeps it as it is."""
    canary = folder / "canary"
    canary.mkdir()
    (canary / "secret.txt").write_text(f"a classmate's file, {marker}")
    for part in (folder, *folder.parents):
        if part.stat().st_uid == os.geteuid() and not part.stat().st_mode & 0o001:
            part.chmod(part.stat().st_mode | 0o011)
    canary.chmod(0o777)
    (canary / "secret.txt").chmod(0o666)
    return canary


def _snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        path.name: (path.lstat().st_mode, path.lstat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
    }


def _listen(folder: Path) -> tuple[socket.socket, ...]:
    """TCP and UDP on one port of this machine, and a unix socket: whoever reaches one is heard."""
    stream = socket.create_server(("127.0.0.1", 0))
    datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagram.bind(stream.getsockname())
    local = socket.socket(socket.AF_UNIX)
    local.bind(str(folder / "outbox"))
    local.listen()
    (folder / "outbox").chmod(0o777)
    return stream, datagram, local


def _has_news(listener: socket.socket) -> bool:
    return bool(select.select([listener], [], [], 0)[0])


def is_alive(pid: int) -> bool:
    """Tell whether a process exists that this user may signal."""
    try:
        os.kill(pid, signal.SIG_DFL)
    except ProcessLookupError:
        return False
    return True
