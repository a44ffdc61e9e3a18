"""Times whole commands alternately in one run: a machine drifts, so only the ratio of neighbours means
anything.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.conftest import ROOT

GRADE = Path(sys.executable).parent / "grade"


def seconds(
    command: Sequence[str | Path], env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> float:
    """Wall seconds of one run of `command`, whatever its exit code."""
    environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT)} | dict(env or {})
    started = time.perf_counter()
    subprocess.run(
        command, env=environment, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    return time.perf_counter() - started


def alternate(commands: Mapping[str, Sequence[str | Path]], rounds: int = 7) -> dict[str, float]:
    """Median seconds of each command, all of them run once a round, after one round that does not count."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            spent = seconds(command)
            if number:
                taken[name].append(spent)
    return {name: statistics.median(values) for name, values in taken.items()}


def report(title: str, medians: Mapping[str, float], base: str, budget: str) -> None:
    """Print the medians side by side, each as a ratio to `base`."""
    print(f"\n{title} (budget: {budget})")
    for name, value in medians.items():
        print(f"  {name:40} {value:8.3f} s   {value / medians[base]:6.2f} x")
