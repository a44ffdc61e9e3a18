"""What a class costs: CPU a submission, throughput beside pytest, two workers beside one, dask beside the
pool, memory.

Every budget is a ratio of neighbours in one run; nothing fails on a time.
"""

from __future__ import annotations

import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from grader.catalog.exercises import load_exercise
from grader.classrun.dask import Cluster
from grader.classrun.engine import Engine, Task
from grader.classrun.messages import encode_job
from grader.classrun.pool import Pool
from grader.classrun.process import GradingProcess
from grader.domain.exercise import Exercise
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.judge.bank import load_bank
from grader.judge.binding import bind
from grader.sandbox.launcher import spawn_server
from grader.sandbox.runner import SandboxSession
from tests.benchmarks.measure import GRADE
from tests.conftest import ROOT, require

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="servers are forked")]
SEED = 20170612
SIZE = int(os.environ.get("BENCH_CLASS", "500"))
PYTEST_PROCESSES = 8
RIGHT = (ROOT / "examples" / "right_feed_forward.py").read_text(encoding="utf-8")
WRONG = (ROOT / "examples" / "wrong_feed_forward.py").read_text(encoding="utf-8")
COMPOSITE = ROOT / "tests" / "submissions" / "ex08_encoder_layer" / "step_attention.py"

# What a course without this grader would run: one process, one import of torch, a handful of checks.
PYTEST_FILE = """
import importlib.util
import torch
from torch import nn

spec = importlib.util.spec_from_file_location("submission", {path!r})
submission = importlib.util.module_from_spec(spec)
spec.loader.exec_module(submission)


def made(dtype=torch.float32):
    torch.manual_seed(0)
    return submission.FeedForward(8, 20, 0.0).to(dtype)


def test_shape():
    assert made()(torch.randn(2, 5, 8)).shape == (2, 5, 8)


def test_values():
    module = made(torch.float64)
    with torch.no_grad():
        for each in module.parameters():
            each.fill_(0.5)
    x = torch.ones(2, 5, 8, dtype=torch.float64)
    assert torch.allclose(module(x), torch.full_like(x, 20 * 0.5 * 4.5 + 0.5))


def test_tokens_apart():
    module, x = made(), torch.randn(2, 5, 8)
    assert torch.allclose(module(x)[:, :2], module(x[:, :2]), atol=1e-6)


def test_gradients():
    module = made()
    module(torch.randn(2, 5, 8)).sum().backward()
    assert all(each.grad is not None for each in module.parameters())


def test_eval_twice():
    module, x = made().eval(), torch.randn(2, 5, 8)
    assert torch.equal(module(x), module(x))
"""


def _mixed(size: int, exercise: Exercise) -> Iterator[Task]:
    """Right and wrong, four to one, no two alike."""
    for number in range(size):
        source = f"{WRONG if number % 5 == 0 else RIGHT}\n# {number}\n".encode()
        submission = Submission("ex03.py", SourceKind.PYTHON, source)
        yield Task(number, exercise.number, submission, exercise.limits.wall_seconds)


@dataclass(frozen=True)
class Pace:
    """How fast an engine was: submissions a second once it ran, and seconds to the first answer."""

    rate: float
    start_seconds: float
    judge_mib: tuple[float, float]


def _pace(engine: Engine, size: int, exercise: Exercise) -> Pace:
    """Let an engine grade; the first tenth warms up and does not count. Memory is that at the half and at
    the end.
    """
    began = time.perf_counter()
    warm_at = max(2, size // 10)
    first = counted = ended = 0.0
    before = after = 0.0
    with closing(engine):
        for number, _ in enumerate(engine.run(_mixed(size, exercise)), 1):
            if number == 1:
                first = time.perf_counter() - began
            if number == warm_at:
                counted = time.perf_counter()
            if number == size // 2:
                before = _judges_mib()
            if number == size:
                ended, after = time.perf_counter(), _judges_mib()
    return Pace((size - warm_at) / (ended - counted), first, (before, after))


def _judges_mib() -> float:
    """The memory of all grading processes below this one, what they share counted once."""
    below = psutil.Process().children(recursive=True)
    found = 0.0
    for process in below:
        try:
            if any("grader.classrun.worker" in word for word in process.cmdline()):
                found += process.memory_full_info().pss / 2**20
        except psutil.Error:
            continue
    return found


def _pytest_seconds(folder: Path) -> float:
    """Wall seconds a submission: one pytest process each, two at a time."""
    files = []
    for number in range(PYTEST_PROCESSES):
        (folder / f"s{number}.py").write_text(RIGHT, encoding="utf-8")
        file = folder / f"test_s{number}.py"
        file.write_text(PYTEST_FILE.format(path=str(folder / f"s{number}.py")), encoding="utf-8")
        files.append(file)
    began = time.perf_counter()
    for pair in zip(files[::2], files[1::2], strict=True):
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, file],
                stdout=subprocess.DEVNULL,
            )
            for file in pair
        ]
        assert [each.wait() for each in running] == [0, 0]
    return (time.perf_counter() - began) / len(files)


def test_cpu_of_a_submission() -> None:
    """Print the CPU of judge, server and child for a right small submission and for a wrong composite one."""
    process = GradingProcess.start(ROOT, SEED, Confinement.NO_OPENS)
    try:
        assert process.hear() == {}
        judge = psutil.Process(process.process.pid)
        print("\nCPU a submission (budget: 40 ms right and small, 250 ms a wrong composite)")
        sources = {
            "exercise 1, right": (
                1,
                ROOT / "reference/ex01_manual_layer_norm/alternatives/sums_over_size.py",
            ),
            "exercise 3, right": (3, ROOT / "examples" / "right_feed_forward.py"),
            "exercise 3, wrong": (3, ROOT / "examples" / "wrong_feed_forward.py"),
            "exercise 8, wrong": (8, COMPOSITE),
        }
        for name, (number, path) in sources.items():
            job = encode_job(number, Submission(path.name, SourceKind.PYTHON, path.read_bytes()))
            spent = [_cpu_of(process, judge, job) for _ in range(9)][2:]
            shares = [statistics.median(each) for each in zip(*spent, strict=True)]
            words = ", ".join(
                f"{part} {ms:.1f}" for part, ms in zip(("judge", "server", "child"), shares, strict=True)
            )
            print(f"  {name:20} {sum(shares):7.1f} ms   ({words})")
    finally:
        process.end()


def _cpu_of(process: GradingProcess, judge: psutil.Process, job: bytes) -> Sequence[float]:
    server = judge.children()[0]
    before = judge.cpu_times(), server.cpu_times()
    for _ in range(5):  # the clock ticks in hundredths of a second
        assert process.ask(job, 60.0) is not None
    after = judge.cpu_times(), server.cpu_times()
    mine = sum(after[0][:2]) - sum(before[0][:2])
    servers = sum(after[1][:2]) - sum(before[1][:2])
    children = sum(after[1][2:4]) - sum(before[1][2:4])
    return [200 * mine, 200 * servers, 200 * children]


def test_throughput_beside_pytest(tmp_path: Path) -> None:
    """Print one pytest process a submission, one worker beside a bare one, two workers, and a whole run of fifty with
    its start.
    """
    exercise = load_exercise(ROOT, 3)
    pytest_first = _pytest_seconds(tmp_path)
    one = _pace(Pool(ROOT, SEED, 1, Confinement.NO_OPENS), SIZE // 2, exercise)
    bare = _bare_seconds(exercise, SIZE // 2)
    two = _pace(Pool(ROOT, SEED, 2, Confinement.NO_OPENS), SIZE, exercise)
    whole = _whole_run_seconds(tmp_path, 50) / 50
    pytest_second = _pytest_seconds(tmp_path)
    base = (pytest_first + pytest_second) / 2
    print(f"\na class of {SIZE}, full lockdown, beside one pytest process a submission, two at a time")
    print(f"  one pytest process each      {base:8.3f} s a submission      1 x")
    print(f"  one worker                   {1 / one.rate:8.3f} s            {base * one.rate:6.1f} x")
    print(f"  a bare worker                {bare:8.3f} s            {base / bare:6.1f} x")
    ratio = base * two.rate
    print(f"  two workers                  {1 / two.rate:8.3f} s            {ratio:6.1f} x   (budget 100 x)")
    print(f"  `grade class` of 50, whole   {whole:8.3f} s            {base / whole:6.1f} x   (budget 20 x)")
    print(f"  two workers beside one       {two.rate / one.rate:8.2f} x   (budget 1.9 x)")
    print(
        f"  judges' memory               {two.judge_mib[0]:.1f} -> {two.judge_mib[1]:.1f} MiB (budget: flat)"
    )


def _bare_seconds(exercise: Exercise, size: int) -> float:
    """Wall seconds a submission of a bare worker: a warm server forks a child without lockdown, which runs the same
    cases; nothing is judged, diagnosed or kept.
    """
    cases = load_bank(ROOT, exercise.id, exercise.number).cases(SEED)
    programs = [bind(case.steps, lambda build, steered: None) for case in cases if not case.slow]
    server = spawn_server(warm=True)
    open_doors = {"landlock": False, "seccomp": False}
    with closing(server):
        for number, task in enumerate(_mixed(size, exercise)):
            if number == size // 10:
                began = time.perf_counter()
            with SandboxSession(server, exercise, settings=open_doors) as session:
                session.load(task.submission)
                session.observe(programs)
        return (time.perf_counter() - began) / (size - size // 10)


def _whole_run_seconds(folder: Path, size: int) -> float:
    for task in _mixed(size, load_exercise(ROOT, 3)):
        own = folder / "class" / f"s{task.key}"
        own.mkdir(parents=True, exist_ok=True)
        (own / "ex03.py").write_bytes(task.submission.source)
    command = [GRADE, "class", folder / "class", "--exercise", "3", "--jobs", "2", "--course", ROOT]
    began = time.perf_counter()
    subprocess.run([*command, "--db", folder / "s.db"], check=True, capture_output=True)
    return time.perf_counter() - began


def test_dask_beside_the_pool() -> None:
    """Print two workers of a local dask cluster beside two of the pool, taken in turn."""
    require("dask.distributed", importlib.util.find_spec("distributed") is not None, 'the extra "cluster"')
    exercise = load_exercise(ROOT, 3)
    rates: dict[str, list[float]] = {"pool": [], "dask": []}
    for _ in range(2):
        rates["pool"].append(_pace(Pool(ROOT, SEED, 2, Confinement.NO_OPENS), SIZE, exercise).rate)
        rates["dask"].append(_pace(Cluster(ROOT, SEED, 2, Confinement.NO_OPENS), SIZE, exercise).rate)
    pool, dask = (statistics.mean(each) for each in rates.values())
    print(f"\ndask beside the pool, {SIZE} submissions, two workers")
    print(f"  {dask:.1f}/s beside {pool:.1f}/s: {dask / pool:.2f} x")
    print("  (budget 0.9 x)")


def test_time_and_memory_grow_with_nothing() -> None:
    """Print time a submission and the judges' memory at a tenth of a class and at the whole of it."""
    exercise = load_exercise(ROOT, 3)
    size = int(os.environ.get("BENCH_LARGE_CLASS", "10000"))
    small = _pace(Pool(ROOT, SEED, 2, Confinement.NO_OPENS), size // 10, exercise)
    large = _pace(Pool(ROOT, SEED, 2, Confinement.NO_OPENS), size, exercise)
    ratio = (size / large.rate) / (size / 10 / small.rate)
    print(f"\nfrom {size // 10} to {size} submissions: {ratio:.2f} x the time (budget 10.5 x)")
    for name, pace in (("small", small), ("large", large)):
        print(f"  {name}: {pace.rate:.1f}/s, judges {pace.judge_mib[0]:.1f} -> {pace.judge_mib[1]:.1f} MiB")
