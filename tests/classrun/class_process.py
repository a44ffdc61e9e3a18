"""`grade class` as a process that can be watched and killed; ends only what it started, by process id."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from tests.cli.commands import GRADE
from tests.conftest import ROOT

PATIENCE_SECONDS = 300.0


class ClassProcess:
    """One running `grade class PATH --json`, with its grading processes (judges) and their worker servers."""

    def __init__(self, path: Path, database: Path | str, *options: str) -> None:
        command = [GRADE, "class", path, "--db", database, "--json", *options]
        environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT)}
        self.database = database
        self.process = subprocess.Popen(
            list(map(str, command)),
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def kept(self) -> int:
        """How many results the database holds."""
        try:
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=30)
        except sqlite3.OperationalError:
            return 0
        try:
            return int(connection.execute("SELECT count(*) FROM class_result").fetchone()[0])
        except sqlite3.OperationalError:
            return 0
        finally:
            connection.close()

    def wait_until(self, is_true: Callable[[], bool]) -> None:
        """Wait until something holds; fails when the process has ended before."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_true():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def judges(self) -> list[psutil.Process]:
        """The grading processes."""
        return psutil.Process(self.process.pid).children()

    def servers(self) -> list[psutil.Process]:
        """The worker servers, each the child of a grading process."""
        return [child for judge in self.judges() for child in judge.children()]

    def family(self) -> list[psutil.Process]:
        """Every process below this one."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def __enter__(self) -> ClassProcess:
        """Let the process run while the body does; what still runs at its end is killed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave no process behind, also where the test fails."""
        if self.process.poll() is None:
            self.kill()

    def kill(self) -> None:
        """`kill -9`."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def finish(self) -> dict[str, Any]:
        """Wait for the end, which must be a good one, and return the JSON object."""
        out, err = self.process.communicate(timeout=1800)
        assert self.process.returncode == 0, err
        found = json.loads(out)
        assert isinstance(found, dict)
        return found


def survivors(processes: list[psutil.Process], seconds: float = 20.0) -> list[psutil.Process]:
    """Those of the processes that are still there after a while."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
