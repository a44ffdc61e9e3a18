"""Namespaces around the whole program are an outer layer that takes nothing from the inner one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.attacks import HONEST
from tests.hostile.siege import MODES, demand

OUTER = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc"]
GRADE = [sys.executable, "-c", "from grader.cli.main import main; main()"]


def _possible() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*OUTER, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.hostile
def test_grading_inside_namespaces_is_as_confined_as_outside(root: Path, tmp_path: Path) -> None:
    """In new user, network, mount and pid namespaces a right file passes, a thief does not, at level full."""
    demand(MODES[1])
    if not _possible():  # no `require`: they are optional, and a machine may well forbid them
        pytest.skip("namespaces are not available: no unshare, or ordinary users may not (Ubuntu 24.04)")
    files = {"right.py": HONEST, "thief.py": f"open({str(root / 'pyproject.toml')!r})\n{HONEST}"}
    seen = {}
    for name, source in files.items():
        (tmp_path / name).write_text(source)
        command = [*OUTER, *GRADE, "exercise", "1", str(tmp_path / name), "--course", str(root), "--json"]
        command += ["--db", f"sqlite:///{tmp_path / 'grades.db'}"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        result = json.loads(done.stdout)
        seen[name] = (result["verdict"], result["confinement"])
    assert seen == {"right.py": ("accepted", "full"), "thief.py": ("runtime_error", "full")}
