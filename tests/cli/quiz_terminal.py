"""`grade quiz` in a real pseudo-terminal: start it, read the screen, type."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; sys.path.insert(0, sys.argv.pop(1)); from grader.cli.main import main; main()"
PROMPT = " > "
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A learner's environment with a database of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GRADE_")}
    return {**kept, "GRADE_DB": str(folder / "scores.db"), "GRADE_LEARNER": "ada", "TERM": "xterm", **more}


def command(*arguments: str) -> list[str]:
    """The words that run `grade` with these arguments, from whatever folder."""
    return [sys.executable, "-c", PROGRAM, str(ROOT), *arguments]


def terminal(folder: Path, *arguments: str, columns: int = 200, **more: str) -> pexpect.spawn[str]:
    """A running `grade` in a terminal of so many columns."""
    words = command(*arguments)
    child: pexpect.spawn[str] = pexpect.spawn(
        words[0],
        words[1:],
        env=environment(folder, **more),
        cwd=str(folder),
        encoding="utf-8",
        dimensions=(50, columns),
        timeout=60,
    )
    child.delaybeforesend = None
    return child


def plain(text: str) -> str:
    """What stands on the screen, without colours and line breaks."""
    return "".join(ANSI.sub("", text).split())
