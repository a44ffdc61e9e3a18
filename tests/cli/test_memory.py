"""A cold `grade exercise 8` fits into half a gigabyte."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tests.cli.commands import GRADE
from tests.conftest import ROOT, require

LIMIT_MIB = 500


def _descendants_pss_mib(root: int) -> float:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
    family = {root}
    while grown := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= grown
    total = 0
    for pid in family:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next((int(row.split()[1]) for row in rollup.splitlines() if row.startswith("Pss:")), 0)
    return total / 1024


def test_a_cold_exercise_eight_fits_into_half_a_gigabyte(tmp_path: Path) -> None:
    """The proportional set sizes of all processes of one run never sum to more than 500 MiB."""
    require(
        "smaps_rollup",
        Path("/proc/self/smaps_rollup").exists(),
        "the kernel does not tell proportional set sizes",
    )
    solution = ROOT / "reference" / "ex08_encoder_layer" / "alternatives"
    file = min(solution.glob("*.py"))
    environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT), "GRADE_DB": str(tmp_path / "scores.db")}
    command = [GRADE, "exercise", "8", file]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, _descendants_pss_mib(process.pid))
        time.sleep(0.01)
    process.communicate()
    assert process.returncode == 0
    assert most > 100, "nothing was measured"
    assert most < LIMIT_MIB
