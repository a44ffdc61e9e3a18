"""`%grade` in a notebook: grades the source of the cells run so far, in a process of its own.

No live object is looked at: what is graded is what `grade exercise` would get from a saved notebook with these cells.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.cli.language import language_of
from grader.domain.text import Text

NAME = "notebook.ipynb"
OUR_LINES = re.compile(r"^\s*%(?:load_ext\s+grader|reload_ext\s+grader|grade)\b.*$", re.MULTILINE)
WITH_VALUE = ("--lang", "--seed", "--db", "--course")
HELP = Text(
    """%grade NAME [--lang zh] [--seed N]

Grade the cells run so far as exercise NAME: a number, an id or words. The same confined grading as
`grade exercise NAME` on the saved notebook; a cell run again counts as it was run last.
""",
    """%grade NAME [--lang en] [--seed N]

把到目前为止运行过的单元格作为练习 NAME（编号、id 或名称）评阅。评阅与隔离方式和对保存后的笔记本运行
`grade exercise NAME` 相同；重复运行的单元格以最后一次为准。
""",
)


@dataclass
class RunCells:
    """The cells that were run, in order; one that is run again moves to the end with its new text."""

    _cells: list[tuple[str | None, str]] = field(default_factory=list)

    def note(self, cell: str | None, source: str) -> None:
        """Remember a cell by its id, where the front end gives one."""
        if cell is not None:
            self._cells = [(known, text) for known, text in self._cells if known != cell]
        self._cells.append((cell, source))

    def before_run(self, info: Any) -> None:
        """What IPython calls before it runs a cell."""
        if info.store_history:
            self.note(getattr(info, "cell_id", None), info.raw_cell)

    def as_notebook(self) -> str:
        """A notebook (nbformat 4) with these cells, our own commands left out."""
        sources = [OUR_LINES.sub("", source) for _, source in self._cells]
        cells: list[dict[str, object]] = [
            {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
            for source in sources
            if source.strip()
        ]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


class GradeMagic:
    """The command `%grade` of one notebook."""

    def __init__(self, shell: Any) -> None:
        """Know the cells that this notebook has run, also those before the extension was loaded."""
        self.shell = shell
        self.cells = RunCells()
        for source in shell.history_manager.input_hist_raw[1:]:  # `In` holds magics turned into Python
            self.cells.note(None, source)

    def __call__(self, line: str) -> None:
        """Grade as exercise NAME, the first word of the line, and show the result."""
        words = shlex.split(line)
        place = name_of(words)
        if place is None or {"-h", "--help"} & set(words):
            print(HELP.get(language_of(words, os.environ)))
            return
        bundle, errors = graded(words, place, self.cells.as_notebook())
        if errors:
            print(errors, file=sys.stderr)
        if bundle is not None:
            from IPython.display import display

            display(bundle, raw=True)  # type: ignore[no-untyped-call]


def name_of(words: Sequence[str]) -> int | None:
    """Return where in a command's words the exercise's name stands, None where it is not given."""
    is_value = False
    for place, word in enumerate(words):
        if not is_value and not word.startswith("-"):
            return place
        is_value = not is_value and word in WITH_VALUE
    return None


def graded(words: Sequence[str], place: int, notebook: str) -> tuple[dict[str, str] | None, str]:
    """Grade a notebook's text in a fresh process, as the exercise whose name stands at `place` of the words.

    Returns its MIME bundle (None if it gave none), and what it said beside it.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAME)
        path.write_text(notebook, encoding="utf-8")
        program = "from grader.cli.main import main; main()"
        home = str(Path(__file__).parents[2])
        python = [sys.executable, "-P", "-c", f"import sys; sys.path.append({home!r}); {program}"]
        done = subprocess.run(
            [*python, "exercise", *words[: place + 1], str(path), *words[place + 1 :], "--mime"],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    try:
        return json.loads(done.stdout), done.stderr.strip()
    except ValueError:
        return None, (done.stderr or done.stdout).strip()


def load(shell: Any) -> None:
    """Register `%grade` and listen to the cells that are run."""
    unload(shell)
    magic = GradeMagic(shell)
    shell.register_magic_function(magic, magic_kind="line", magic_name="grade")
    shell.events.register("pre_run_cell", magic.cells.before_run)


def unload(shell: Any) -> None:
    """Forget `%grade`."""
    magic = shell.magics_manager.magics["line"].pop("grade", None)
    if isinstance(magic, GradeMagic):
        shell.events.unregister("pre_run_cell", magic.cells.before_run)
