"""What a learner's terminal shows, as text: commands run in a real pseudo-terminal, their screens kept as goldens.

    .venv/bin/python -m tests.cli.transcripts            renew every golden (then read the difference)
    .venv/bin/python -m tests.cli.transcripts grading    those of one scene

A golden is named SCENE.COLUMNS.LANGUAGE.COLOUR.txt. Coloured text stands between marks: `[red]found[/]`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import pexpect
import pyte

from tests.conftest import ROOT

GOLDENS = Path(__file__).parent / "goldens"
GRADE = Path(sys.executable).parent / "grade"
ROWS = 240
COLUMNS, LANGUAGES, COLOURS = (60, 80, 120), ("en", "zh"), ("colour", "plain")

MASKS = (  # what differs from run to run, replaced by something as wide
    (re.compile(r"\d{4}-\d\d-\d\d-\d{6}"), "2026-01-02-030405"),
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d"), "2026-01-02 03:04"),
    (re.compile(r"[ \d]{4} ms(?=\W*$)"), "  30 ms"),
    (re.compile(r"/tmp/ada-\w{8}"), "/tmp/ada-00000000"),
)

SWAPPED = (
    "import torch\n\ndef manual_layer_norm(x, gamma, beta, eps=1e-5):\n    return x @ gamma.expand(3, 7)\n"
)
RIGHT = """import torch

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    variance = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - x.mean(-1, keepdim=True)) / (variance + eps).sqrt() + beta
"""


@dataclass(frozen=True)
class Shown:
    """One command of a scene, the keys pressed after each text that is waited for, and files written before it."""

    command: str
    keys: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


SCENES: Mapping[str, tuple[Shown, ...]] = {
    "first-steps": (
        Shown("grade start work"),
        Shown("grade"),
        Shown("grade hint 1"),
        Shown("grade exercise 1"),
        Shown("grade exercise feed-fowrard"),
        Shown("grade exercise 99"),
        Shown("grade exercise 3 nothing.py"),
        Shown("grade reset 1"),
    ),
    "grading": (
        Shown("grade exercise 3 wrong.py --seed 7"),
        Shown("grade exercise 3 wrong.py --seed 7 --verbose"),
        Shown("grade exercise 1 swapped.py --seed 7", files={"swapped.py": SWAPPED}),
        Shown(
            "grade exercise 1 ex01_manual_layer_norm.py --seed 7",
            files={"ex01_manual_layer_norm.py": "x = (\n"},
        ),
        Shown("grade exercise 3 right.py --seed 7"),
        Shown("grade exercise 1 right1.py --seed 7 --verbose", files={"right1.py": RIGHT}),
        Shown("grade reset 1"),
        Shown("grade progress"),
        Shown("grade progress 1"),
        Shown("grade hint 1"),
    ),
    "watching": (
        Shown(
            "grade watch 1",
            keys=(
                (r"\[q\] quit|\[q\] 退出", "h"),
                (r"\[B, S, D\]", "l"),
                (r"\[q\] quit|\[q\] 退出", "n"),
                (r"(?s)ex02.*(\[q\] quit|\[q\] 退出)", "q"),
            ),
            files={"ex01_manual_layer_norm.py": RIGHT, "ex02_layer_norm.py": "class LayerNorm(\n"},
        ),
    ),
}


def combinations() -> Iterator[tuple[str, int, str, str]]:
    """Every scene, width, language and use of colour."""
    yield from product(SCENES, COLUMNS, LANGUAGES, COLOURS)


def golden(scene: str, columns: int, language: str, colour: str) -> Path:
    """The file that keeps a screen."""
    return GOLDENS / f"{scene}.{columns}.{language}.{colour}.txt"


def play(scene: str, columns: int, language: str, colour: str) -> str:
    """Run a scene's commands in a terminal of so many columns and return their text with the exit codes."""
    with tempfile.TemporaryDirectory(
        prefix="ada-", dir="/tmp"
    ) as folder:  # as long as any other: rows break alike
        return _play(scene, columns, language, colour, Path(folder))


def _play(scene: str, columns: int, language: str, colour: str, folder: Path) -> str:
    for name in ("wrong", "right"):
        shutil.copy(ROOT / "examples" / f"{name}_feed_forward.py", folder / f"{name}.py")
    text = []
    for shown in SCENES[scene]:
        for name, content in shown.files.items():
            (folder / name).write_text(content, encoding="utf-8")
        rows, code = _run(shown, columns, language, colour, folder)
        text += [f"$ {shown.command}", *rows, f"({code})", ""]
    return "\n".join(text)


def _run(shown: Shown, columns: int, language: str, colour: str, folder: Path) -> tuple[list[str], int]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("GRADE_", "LC_", "COLUMNS"))
    }
    environment = kept | {
        "GRADE_COURSE": str(ROOT),
        "GRADE_DB": str(folder / "scores.db"),
        "GRADE_LEARNER": "ada",
        "GRADE_LANG": language,
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "NO_COLOR": "1" if colour == "plain" else "",
    }
    words = shown.command.split()[1:]
    child: pexpect.spawn[str] = pexpect.spawn(
        str(GRADE),
        words,
        env=environment,
        cwd=str(folder),
        encoding="utf-8",
        dimensions=(ROWS, columns),
        timeout=120,
    )
    child.delaybeforesend = None
    written = ""
    for wanted, key in shown.keys:
        child.expect(wanted)
        written += child.before + child.after
        time.sleep(0.5)
        child.send(key)
    child.expect(pexpect.EOF)
    written += child.before
    child.close()
    return _rows(
        written, columns, coloured=colour == "colour"
    ), child.exitstatus if child.exitstatus is not None else -1


def _rows(written: str, columns: int, *, coloured: bool) -> list[str]:
    screen = pyte.Screen(columns, ROWS)
    pyte.Stream(screen).feed(written)
    rows = [_row(screen, y, coloured) for y in range(ROWS)]
    while rows and not rows[-1]:
        rows.pop()
    for pattern, same in MASKS:
        rows = [pattern.sub(same, row) for row in rows]
    return rows


def _row(screen: pyte.Screen, y: int, coloured: bool) -> str:
    text, style = "", ""
    for x in range(screen.columns):
        char = screen.buffer[y][x]
        names = [char.fg] * (char.fg != "default") + ["bold"] * char.bold
        now = "+".join(names) if coloured else ""
        if now != style and char.data.strip():
            text += ("[/]" if style else "") + (f"[{now}]" if now else "")
            style = now
        text += char.data
    return text.rstrip() + ("[/]" if style else "")


def renew(wanted: list[str]) -> None:
    """Write the goldens of these scenes (all, if none is named) anew."""
    GOLDENS.mkdir(exist_ok=True)
    for scene, columns, language, colour in combinations():
        if wanted and scene not in wanted:
            continue
        text = play(scene, columns, language, colour)
        path = golden(scene, columns, language, colour)
        same = path.exists() and path.read_text(encoding="utf-8") == text
        path.write_text(text, encoding="utf-8")
        print(f"{'as it was' if same else 'renewed'}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    renew(sys.argv[1:])
