"""A submission graded from a shell with secrets in its environment finds none of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.attacks import HONEST
from tests.hostile.siege import MODES, demand

GRADE = [sys.executable, "-c", "from grader.cli.main import main; main()"]
LOOK = """
import ctypes, os, posix

print("looked", dict(os.environ), posix.environ)
strings = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
number = 0
while strings and strings[number]:
    print(strings[number])
    number += 1
"""


@pytest.mark.hostile
def test_the_environment_is_not_inherited(root: Path, tmp_path: Path) -> None:
    """What a cold run's child prints of every copy of the environment that it can reach holds no token."""
    demand(MODES[1])
    (tmp_path / "looks.py").write_text(LOOK + HONEST)
    command = [*GRADE, "exercise", "1", "looks.py", "--course", str(root), "--json", "--staff"]
    command += ["--db", f"sqlite:///{tmp_path / 'grades.db'}"]
    env = dict(os.environ) | {"API_TOKEN": "hush-hush"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env, check=False)
    result = json.loads(done.stdout)
    assert result["verdict"] == "accepted"
    assert "looked" in done.stdout
    assert "hush-hush" not in done.stdout
    assert "API_TOKEN" not in done.stdout
