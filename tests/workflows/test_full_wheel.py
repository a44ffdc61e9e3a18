"""An instructor's wheel installs the whole course as data outside `sys.path`, and grades a class from
anywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.workflows.installed import Environment

TREE = ("grader", "exercises", "quizzes", "reference", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def _wheel(base: Path, kind: str) -> Path:
    """Build a wheel of this kind from a copy of the tree."""
    copy = base / "tree"
    copy.mkdir()
    for name in TREE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "."]
    environment = dict(os.environ) | {"ADDNORM_WHEEL": kind}
    subprocess.run([*command, "-w", str(base)], cwd=copy, env=environment, check=True, timeout=300)
    (wheel,) = base.glob("*.whl")
    return wheel


@pytest.mark.parametrize("kind", ["student", "full"])
def test_a_built_wheel_works_outside_the_clone(tmp_path: Path, kind: str) -> None:
    """From a new environment: start and exercise 1 in both kinds of wheel; a class and the reference in the
    full one alone.
    """
    environment = Environment.with_wheel(tmp_path / "venv", _wheel(tmp_path, kind))
    reference = list((tmp_path / "venv").rglob("reference/ex01_manual_layer_norm/solution.py"))
    assert len(reference) == (kind == "full")
    assert "site-packages" not in "".join(map(str, reference))
    assert environment.run("grade", "start", "work", cwd=tmp_path).code == 0
    work = tmp_path / "work"
    assert "not attempted" in environment.run("grade", "exercise", "1", cwd=work).out
    code = "import reference.ex01_manual_layer_norm.solution"
    assert environment.run("python", "-c", code, cwd=work).code == 1
    if kind == "full":
        name = "ex01_manual_layer_norm.py"
        shutil.copy(reference[0], work / name)
        assert "10 / 10" in environment.run("grade", "exercise", "1", cwd=work).out
        for learner in ("ada", "bob"):
            (tmp_path / "class" / learner).mkdir(parents=True)
            shutil.copy(work / name, tmp_path / "class" / learner / name)
        graded = environment.run("grade", "class", tmp_path / "class", "--exercise", "1", cwd=tmp_path)
        assert graded.code == 0, graded.err
