"""Commands that need no torch do not import it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

CODE = """
import sys
from grader.cli.main import run
status = run({arguments!r})
print("torch" in sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], [], ["hint", "3"], ["progress"], ["progress", "--json"], ["start", "work"], ["doctor"],
     ["exercise", "--help"], ["author", "--help"], ["quiz"], ["quiz", "--help"]],
    ids=" ".join,
)  # fmt: skip
def test_a_command_without_torch_does_not_import_it(arguments: list[str], tmp_path: Path) -> None:
    """The command runs to its end and torch is not among the loaded modules."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(arguments=arguments)],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False, env={"GRADE_COURSE": str(ROOT), "HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "False", done.stderr
