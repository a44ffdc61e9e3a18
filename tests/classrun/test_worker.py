"""A grading process: references observed once, faults told as what they are, and a server that died
replaced.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from grader.classrun.process import GradingProcess
from grader.classrun.worker import Bench, decode_job, encode_job
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.sandbox.launcher import Workplace, spawn_server
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are forked")
RIGHT = (ROOT / "examples" / "right_feed_forward.py").read_bytes()
WRONG = (ROOT / "examples" / "wrong_feed_forward.py").read_bytes()


def _job(source: bytes, number: int = 3) -> bytes:
    return encode_job(number, Submission("ex03.py", SourceKind.PYTHON, source))


@pytest.fixture(scope="module")
def workplace() -> Iterator[Workplace]:
    """One worker server, a fresh interpreter."""
    opened = Workplace(spawn_server(warm=False))
    yield opened
    opened.close()


def test_a_job_comes_back_as_it_was() -> None:
    """Zero bytes in a source, a Chinese name and a notebook survive the way to the process."""
    submission = Submission("作业.ipynb", SourceKind.NOTEBOOK, b"\0\xff{}\0")
    assert decode_job(encode_job(17, submission)) == (17, submission)


def test_what_is_ours_is_observed_once(workplace: Workplace) -> None:
    """The reference and each misconception are observed once a case, however many submissions are graded."""
    bench = Bench(workplace, ROOT, 7, Confinement.NONE)
    assert bench.answer(_job(WRONG))["result"]["diagnoses"][0]["misconception"] == "ffn-no-activation"
    judge = bench._graders[3].judge
    first = {case: id(seen) for case, seen in judge.reference._raw.items()}
    wrong = [len(candidate._raw) for candidate in judge.misconceptions]
    for number in range(3):
        bench.answer(_job(WRONG + b"\n# %d" % number))
    assert bench._graders[3].judge is judge
    assert {case: id(seen) for case, seen in judge.reference._raw.items()} == first
    assert [len(candidate._raw) for candidate in judge.misconceptions] == wrong


def test_a_broken_course_is_told_as_such(workplace: Workplace, tmp_path: Path) -> None:
    """A reference that cannot be loaded is no submission's fault: the answer says which exercise, and why."""
    for folder in ("exercises", "quizzes", "reference"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "reference" / "ex03_feed_forward" / "cases.py").write_text("raise KeyError('mine')\n")
    answer = Bench(workplace, tmp_path, 7, Confinement.NONE).answer(_job(RIGHT))
    assert set(answer) == {"broken"}
    assert "exercise 3 cannot be loaded" in answer["broken"]
    assert "KeyError: 'mine'" in answer["broken"]


def test_a_judge_that_fails_is_told_with_its_traceback(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours over one submission is an answer, and the next submission is graded."""
    bench = Bench(workplace, ROOT, 7, Confinement.NONE)
    assert bench.answer(_job(RIGHT))["result"]["verdict"] == "accepted"
    with monkeypatch.context() as patched:
        patched.setattr(type(bench._graders[3]), "grade", lambda *_: 1 / 0)
        assert "ZeroDivisionError" in bench.answer(_job(RIGHT))["crash"]
    assert bench.answer(_job(RIGHT))["result"]["verdict"] == "accepted"


def test_a_dead_server_is_replaced() -> None:
    """`kill -9` of the worker server between two jobs costs nothing: the second is graded by a new one."""
    process = GradingProcess.start(ROOT, 7, Confinement.NO_OPENS)
    try:
        assert process.hear() == {}
        (server,) = psutil.Process(process.process.pid).children()
        os.kill(server.pid, signal.SIGKILL)
        answer = process.ask(_job(RIGHT), 120.0)
        assert answer is not None
        assert answer["result"]["verdict"] == "accepted"
    finally:
        process.end()


def test_a_process_that_is_gone_answers_nothing() -> None:
    """Whoever asks a dead process hears None, at once."""
    process = GradingProcess.start(ROOT, 7, Confinement.NO_OPENS)
    os.kill(process.process.pid, signal.SIGKILL)
    process.process.wait()
    assert process.ask(_job(RIGHT), 60.0) is None
    process.end()


def test_a_process_that_is_never_instructed_ends_with_its_owner() -> None:
    """A run that finds a fault before it grades need not end the processes that it launched."""
    process = GradingProcess.launch()
    process.connection.close()
    assert process.process.wait(60) == 0
