"""Runs `grade` as its users do: a child process, its exit code, its two streams."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.cli.schemas import SCHEMAS
from tests.conftest import ROOT

GRADE = Path(sys.executable).parent / "grade"


@dataclass(frozen=True)
class Outcome:
    """What a command left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def grade(*arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> Outcome:
    """Run `grade` with these arguments on the project's course, in `cwd`."""
    environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT)} | dict(env or {})
    done = subprocess.run(
        [GRADE, *map(str, arguments)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def the_object(printed: str, schema: str) -> dict[str, Any]:
    """The one JSON object that was printed, with all the keys that its schema promises."""
    found: dict[str, Any] = json.loads(printed)
    assert found["schema"] == schema
    assert set(SCHEMAS[schema].keys) <= set(found)
    return found
