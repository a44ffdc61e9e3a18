"""Running a learner's top level: a file stops at its fault, a notebook goes on and keeps its definitions."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from grader.domain.source_problem import SourceFault, SourceRemark
from grader.domain.submission import SourceKind
from grader.source.code import load_code
from grader.worker.execution import Execution, execute, new_module


def run_file(source: str) -> tuple[ModuleType, Execution]:
    """Run a `.py` file."""
    loaded = load_code(SourceKind.PYTHON, source.encode(), "ex.py")
    assert loaded.fatal is None
    module = new_module(loaded)
    return module, execute(loaded, module.__dict__)


def notebook(*cells: str, version: int = 4) -> bytes:
    """Return a notebook file of these code cells, a markdown cell before each."""
    if version == 3:
        sheet = [{"cell_type": "code", "language": "python", "outputs": [], "input": cell} for cell in cells]
        return json.dumps(
            {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": sheet}]}
        ).encode()
    listed: list[dict[str, object]] = []
    for cell in cells:
        listed.append({"cell_type": "markdown", "metadata": {}, "source": "text"})
        code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        listed.append({**code, "source": cell.splitlines(keepends=True)})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": listed}).encode()


def run_notebook(*cells: str, version: int = 4, seconds: float = 0.3) -> tuple[ModuleType, Execution]:
    """Run a notebook of these code cells."""
    loaded = load_code(SourceKind.NOTEBOOK, notebook(*cells, version=version), "ex.ipynb")
    assert loaded.fatal is None
    module = new_module(loaded)
    return module, execute(loaded, module.__dict__, seconds)


def test_exception_at_top_level_is_told_with_the_innermost_line() -> None:
    """A file's failure names the line of the learner's code that raised."""
    _, run = run_file("def f():\n    return 1 / 0\n\nf()\n")
    assert run.failure is not None
    assert (run.failure.kind, run.failure.line, run.failure.text) == (SourceFault.RAISED, 2, "return 1 / 0")
    assert run.failure.found == "ZeroDivisionError: division by zero"
    assert 'File "ex.py", line 4' in run.traceback


@pytest.mark.parametrize("call", ["import sys; sys.exit()", "raise SystemExit(0)", "raise KeyboardInterrupt"])
def test_leaving_at_import_is_a_fault(call: str) -> None:
    """A file that ends the program while it is loaded has failed, whatever its exit code."""
    _, run = run_file(f"x = 1\n{call}\n")
    assert run.failure is not None
    assert (run.failure.kind, run.failure.line) == (SourceFault.EXITED, 2)


def test_missing_package_is_named() -> None:
    """An import of what is not there names the package and the line."""
    _, run = run_file("import math\nfrom no_such_package.layers import Norm\n")
    assert run.failure is not None
    assert (run.failure.kind, run.failure.found) == (SourceFault.MISSING_PACKAGE, "no_such_package")
    assert run.failure.line == 2


def test_main_guard_stays_quiet() -> None:
    """Experiments under the main guard do not run."""
    module, run = run_file('x = 1\nif __name__ == "__main__":\n    x = 2\n')
    assert (module.x, run.failure) == (1, None)


def test_dataclasses_find_their_module() -> None:
    """What looks a class's module up in sys.modules works."""
    module, run = run_file(
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass C:\n    x: int = 3\n"
    )
    assert run.failure is None
    assert module.C().x == 3


def test_exception_without_readable_text_is_still_told() -> None:
    """An exception whose own __str__ raises costs its text, not the report."""
    _, run = run_file("class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E\n")
    assert run.failure is not None
    assert run.failure.found == "E"


def test_crash_in_a_cell_keeps_what_follows() -> None:
    """Statements after a crash in the same cell, and later cells, are still executed."""
    module, run = run_notebook("print(undefined)\nD = 4\ndef f(): return D\n", "E = f() + 1\n")
    assert (module.D, module.E) == (4, 5)
    assert run.failure is None
    note = next(note for note in run.notes if note.kind is SourceRemark.RAISED)
    assert (note.cell, note.line) == (1, 1)
    assert note.text == "NameError: name 'undefined' is not defined"


def test_training_is_stopped_and_later_definitions_count() -> None:
    """An endless experiment is stopped, later experiments are skipped, definitions are not."""
    module, run = run_notebook("while True:\n    pass\n", "print('more')\nD = 4\nclass C: pass\n")
    assert module.D == 4
    assert isinstance(module.C, type)
    assert [(note.kind, note.cell) for note in run.notes] == [
        (SourceRemark.STOPPED, 1),
        (SourceRemark.SKIPPED, 2),
    ]


def test_handlers_do_not_swallow_the_stop() -> None:
    """An experiment that catches Exception in a loop is stopped all the same."""
    _, run = run_notebook("while True:\n    try:\n        pass\n    except Exception:\n        pass\n")
    assert [note.kind for note in run.notes] == [SourceRemark.STOPPED]


def test_import_is_never_cut_in_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment that imports something slow is stopped after the import, which is whole."""
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.6)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    module, run = run_notebook(
        "for name in ['slow_to_import']:\n    found = __import__(name)\n    while True: pass\n", seconds=0.1
    )
    assert module.found.whole
    assert [note.kind for note in run.notes] == [SourceRemark.STOPPED]


def test_printing_is_noted_once_a_cell(capsys: pytest.CaptureFixture[str]) -> None:
    """A cell that prints is told once, and its output is passed on."""
    _, run = run_notebook("print('a')\nprint('b')\n", "print('c')\n")
    assert [(note.kind, note.cell) for note in run.notes] == [
        (SourceRemark.PRINTED, 1),
        (SourceRemark.PRINTED, 2),
    ]
    assert capsys.readouterr().out == "a\nb\nc\n"


def test_version_three_notebooks_are_read() -> None:
    """The older notebook format, with worksheets, runs alike."""
    module, run = run_notebook("D = 4\n", "E = D + 1\n", version=3)
    assert (module.E, run.notes) == (5, ())


def test_missing_package_in_a_notebook_is_a_note() -> None:
    """A notebook's import of a missing package is noted with its name, and the rest is graded."""
    module, run = run_notebook("import no_such_package as n\nn.use()\nD = 4\n")
    assert module.D == 4
    assert (run.notes[0].kind, run.notes[0].text) == (SourceRemark.MISSING_PACKAGE, "no_such_package")


def test_cell_that_cannot_be_compiled_is_left_out() -> None:
    """A cell with a syntax error is noted with its line, and the other cells run."""
    module, run = run_notebook("def f(:\n    pass\n", "D = 4\n")
    assert module.D == 4
    assert [(note.kind, note.cell, note.line) for note in run.notes] == [(SourceRemark.BROKEN_CELL, 1, 1)]


def test_traceback_of_a_notebook_names_cell_and_line() -> None:
    """A notebook's traceback speaks of its cell."""
    _, run = run_notebook("x = 1\n", "y = 2\nx / 0\n")
    assert 'File "ex.ipynb, cell 2", line 2' in run.traceback


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "!pip install torch",
        "!!ls",
        "?torch.nn",
        "torch.nn.Linear?",
        "f??",
        "%load_ext autoreload",
        "files = !ls",
        "%%timeit",
        "!pip install \\\n    torch",
        "%timeit -n 3 f(1)",
        "get_ipython().run_line_magic('matplotlib', 'inline')",
        "files = get_ipython().getoutput('ls')",
    ],
)
def test_magics_are_neutralised_and_lines_stay(line: str) -> None:
    """IPython's own lines do nothing, are noted, and do not move the lines after them."""
    module, run = run_notebook(f"{line}\nD = 4\n1 / 0\n")
    assert module.D == 4
    magic, error = run.notes
    assert (magic.kind, magic.line) == (SourceRemark.MAGIC, 1)
    assert (error.kind, error.line) == (SourceRemark.RAISED, line.count("\n") + 3)


@pytest.mark.parametrize(
    "line",
    [
        "%load_ext grader",
        "%reload_ext grader",
        "%grade 1 --lang zh",
        "get_ipython().run_line_magic('load_ext', 'grader')",
        "get_ipython().run_line_magic('grade', '1')",
    ],
)
def test_the_graders_own_commands_need_no_remark(line: str) -> None:
    """`%load_ext grader` and `%grade`, also as IPython transforms them, are left out without a word."""
    module, run = run_notebook(f"{line}\nD = 4\n")
    assert (module.D, run.notes) == (4, ())


def test_an_exported_notebook_needs_no_ipython() -> None:
    """Of a `.py` file that Jupyter exported, the magics' calls do nothing, and a string that looks like one stays."""
    call = "get_ipython().system('ls')"
    module, run = run_file(
        f'{call}\nD = """\n{call}\n"""\nif D:\n    {call}\nfiles = get_ipython().getoutput("ls")\n'
    )
    assert run.failure is None
    assert (module.D, module.files) == (f"\n{call}\n", None)


def test_magic_inside_a_block_keeps_the_block() -> None:
    """A magic line inside a function leaves a body behind."""
    module, _ = run_notebook("def f():\n    %pdb\nD = f()\n")
    assert module.D is None


def test_timed_statement_still_assigns() -> None:
    """`%time x = ...` runs its statement, as in Jupyter."""
    module, _ = run_notebook("%time D = 2 + 2\nE = %time D + 1\n")
    assert (module.D, module.E) == (4, 5)


def test_cells_in_other_languages_are_left_out() -> None:
    """A cell of shell or HTML is no Python."""
    module, run = run_notebook("%%bash\nrm -rf x\n", "D = 4\n")
    assert module.D == 4
    assert [(note.kind, note.cell) for note in run.notes] == [(SourceRemark.MAGIC, 1)]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("D = (7\n% 4)\n", 3),
        ("D = 7 \\\n% 4\n", 3),
        ('D = """\n%time x\n!ls\n"""\n', "\n%time x\n!ls\n"),
        ("D = 'what?'\n", "what?"),
        ("D = 1  # why?\n", 1),
        ('D = 1  # it\'s """ no string\n', 1),
        ('D = "#" # " %x\n', "#"),
    ],
)
def test_python_that_looks_like_a_magic_is_kept(code: str, value: object) -> None:
    """Continued expressions, strings and comments are not taken for IPython's lines."""
    module, run = run_notebook(code)
    assert (module.D, run.notes) == (value, ())


def test_future_features_last_for_the_notebook() -> None:
    """`from __future__ import annotations` in one cell holds in the next, as in Jupyter."""
    module, run = run_notebook(
        "from __future__ import annotations\n", "def f(x: undefined): return 1\nD = f(2)\n"
    )
    assert (module.D, run.notes) == (1, ())


def test_display_is_at_hand() -> None:
    """Jupyter's `display` exists in a notebook and does nothing."""
    _, run = run_notebook("display(3)\n")
    assert run.notes == ()
