"""A class run on dask: the same results as on one machine, and none lost or doubled when a worker dies."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.classrun.class_checks import complaints, rows
from tests.classrun.class_process import PATIENCE_SECONDS, ClassProcess, survivors
from tests.classrun.mixed_class import Made, make_class, write_class
from tests.conftest import require

SEED = 60


@pytest.fixture(autouse=True)
def _dask() -> None:
    require("dask.distributed", importlib.util.find_spec("distributed") is not None, 'the extra "cluster"')


def _dask_workers(run: ClassProcess) -> list[psutil.Process]:
    """The dask workers of a run's own cluster: those of its children that have a grading process."""
    return [child for child in run.judges() if any(_is_grading(each) for each in child.children())]


def _is_grading(process: psutil.Process) -> bool:
    return any("grader.classrun.worker" in word for word in process.cmdline())


def _worker_killed(tmp_path: Path, made: list[Made], after: int) -> None:
    folder, database = write_class(tmp_path / "class", made), tmp_path / "scores.db"
    run = ClassProcess(folder, database, "--engine", "dask", "--jobs", "2")
    run.wait_until(lambda: run.kept() >= after)
    worker = _dask_workers(run)[0]
    below = worker.children(recursive=True)
    os.kill(worker.pid, signal.SIGKILL)
    assert not survivors(below)
    outcome = run.finish()
    assert outcome["graded"] == len(made)
    assert complaints(database, made) == []
    assert set(rows(database).values()) == {1}


def test_a_dead_dask_worker_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """`kill -9` of a dask worker in the middle: each result is there once, as promised, and its judge ends
    too.
    """
    _worker_killed(tmp_path, make_class(60, SEED, exercises=(1, 5), hangs=0), after=5)


@pytest.mark.slow
def test_a_dead_dask_worker_in_a_class_of_a_thousand(tmp_path: Path) -> None:
    """The same holds of a thousand mixed submissions."""
    made = make_class(1000, SEED, exercises=(1, 2, 3, 5, 6, 8), hangs=2)
    _worker_killed(tmp_path, made, after=300)


TLS = """\
distributed:
  comm:
    require-encryption: true
    tls:
      ca-file: {folder}/host.pem
      scheduler: {{cert: {folder}/host.pem, key: {folder}/host.key}}
      worker: {{cert: {folder}/host.pem, key: {folder}/host.key}}
      client: {{cert: {folder}/host.pem, key: {folder}/host.key}}
"""  # as docs/operator.md has it, with a certificate that is its own authority


def _encrypt(folder: Path) -> None:
    require("openssl", shutil.which("openssl") is not None, "it makes the certificate")
    folder.mkdir()
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=addnorm -keyout host.key -out host.pem"
    )
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    (folder / "distributed.yaml").write_text(TLS.format(folder=folder))


@pytest.fixture(params=["tcp", "tls"])
def scheduler(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The address of a scheduler with one worker, both processes of their own, as on other hosts."""
    if request.param == "tls":
        _encrypt(tmp_path / "dask")
        monkeypatch.setenv("DASK_CONFIG", str(tmp_path / "dask"))
    file = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    listening = ["--port", "0", "--protocol", request.param, "--no-dashboard", "--scheduler-file", file]
    head = subprocess.Popen([*dask, "scheduler", *listening], cwd=tmp_path, **quiet)
    worker = None
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (file.is_file() and file.read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        worker = subprocess.Popen(
            [
                *dask,
                "worker",
                address,
                "--nthreads",
                "1",
                "--no-dashboard",
                "--local-directory",
                tmp_path / "w",
            ],
            cwd=tmp_path,
            **quiet,
        )
        yield address
    finally:
        for process in (worker, head):
            if process is not None:
                process.terminate()
                process.wait(timeout=60)


def test_a_scheduler_that_runs_already(tmp_path: Path, scheduler: str) -> None:
    """`--scheduler ADDRESS` grades on that cluster, in the open or encrypted, twice with two seeds, and leaves
    it running.
    """
    made = make_class(12, SEED, exercises=(5,), hangs=0)
    folder, database = write_class(tmp_path / "class", made), tmp_path / "scores.db"
    options = ("--engine", "dask", "--scheduler", scheduler)
    assert ClassProcess(folder, database, *options, "--seed", "1").finish()["graded"] == len(made)
    assert complaints(database, made) == []
    second = ClassProcess(folder, database, *options, "--seed", "2").finish()
    assert (second["graded"], second["seed"]) == (len(made), 2)
    assert complaints(database, made) == []


@pytest.mark.parametrize("scheduler", ["tls"], indirect=True)
def test_who_has_no_certificate_is_kept_out(
    tmp_path: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that does not bring the cluster's certificate cannot reach an encrypted scheduler: wrong usage,
    and nothing is graded.
    """
    monkeypatch.delenv("DASK_CONFIG")
    folder = write_class(tmp_path / "class", make_class(6, SEED, exercises=(5,), hangs=0))
    run = ClassProcess(folder, tmp_path / "s.db", "--engine", "dask", "--scheduler", scheduler)
    _, err = run.process.communicate(timeout=PATIENCE_SECONDS)
    assert run.process.returncode == 2, err
    assert "certificates included" in err


def test_no_scheduler_is_usage(tmp_path: Path) -> None:
    """An address where nobody answers ends with exit code 2, and nothing is graded."""
    folder = write_class(tmp_path / "class", make_class(6, SEED, exercises=(5,), hangs=0))
    run = ClassProcess(folder, tmp_path / "s.db", "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1")
    _, err = run.process.communicate(timeout=PATIENCE_SECONDS)
    assert run.process.returncode == 2, err
    assert "no dask scheduler answers" in err
