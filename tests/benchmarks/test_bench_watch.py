"""From save to verdict in `grade watch`, beside a cold `grade exercise` and beside one pytest process."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from tests.benchmarks.measure import GRADE
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

SAVES = 30
RIGHT = (ROOT / "examples" / "right_feed_forward.py").read_text(encoding="utf-8")
PYTEST = """import torch
from ex03_feed_forward import FeedForward

def test_shape():
    assert FeedForward(6, 8)(torch.randn(2, 5, 6)).shape == (2, 5, 6)
"""


def _cpu(process: psutil.Process) -> float:
    """CPU seconds of a process, of its living children, and of the dead ones that it waited for."""
    living = [process, *process.children(recursive=True)]
    return sum(sum(one.cpu_times()[:4]) for one in living)


def _whole(command: Sequence[str | Path], cwd: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Wall and CPU seconds of one run of a command."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_save_to_verdict(tmp_path: Path) -> None:
    """Print median seconds, wall and CPU, from a save to its verdict over 30 saves, and of the two cold processes."""
    environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT), "GRADE_DB": str(tmp_path / "scores.db")}
    file = tmp_path / "ex03_feed_forward.py"
    file.write_text(RIGHT, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(PYTEST, encoding="utf-8")
    taken: dict[str, list[tuple[float, float]]] = {"watch": [], "exercise": [], "pytest": []}
    commands: dict[str, Sequence[str | Path]] = {
        "exercise": [GRADE, "exercise", "3"],
        "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"],
    }
    with subprocess.Popen(
        [GRADE, "watch", "3", "--times", str(SAVES + 1)],
        cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    ) as watching:  # fmt: skip
        process = psutil.Process(watching.pid)
        _until_ready(watching)
        time.sleep(1)
        for number in range(SAVES):
            before, started = _cpu(process), time.perf_counter()
            file.write_text(f"{RIGHT}\n# save {number}\n", encoding="utf-8")
            said = _until_verdict(watching)
            wall = time.perf_counter() - started
            assert "10 / 10" in said
            _until_ready(watching)
            if number < SAVES - 1:  # after the last verdict it leaves
                taken["watch"].append((wall, _cpu(process) - before))
            time.sleep(0.5)
            if number % 6 == 0:
                for name, command in commands.items():
                    taken[name].append(_whole(command, tmp_path, environment))
    medians = {name: [statistics.median(x) for x in zip(*rows, strict=True)] for name, rows in taken.items()}
    print(f"\nsave to verdict over {SAVES} saves (budget: at most 0.01 x one pytest process)")
    for name, (wall, cpu) in medians.items():
        ratios = f"{wall / medians['pytest'][0]:8.4f} x {cpu / medians['pytest'][1]:8.4f} x"
        print(f"  {name:10} wall {wall:7.3f} s   cpu {cpu:7.3f} s   beside pytest {ratios}")


def _until_verdict(watching: subprocess.Popen[str]) -> str:
    assert watching.stdout is not None
    said = ""
    while " / 10" not in said:
        said += watching.stdout.readline()
    return said


def _until_ready(watching: subprocess.Popen[str]) -> None:
    assert watching.stdout is not None
    while "[q] quit" not in watching.stdout.readline():
        pass
