"""A grading process as its owner holds it: it outlives its server, and whoever owns it outlives it."""

from __future__ import annotations

import os
import signal
import sys

import psutil
import pytest

from grader.classrun.messages import Instruction, encode_job
from grader.classrun.process import GradingProcess
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are forked")
RIGHT = (ROOT / "examples" / "right_feed_forward.py").read_bytes()
JOB = encode_job(3, Submission("ex03.py", SourceKind.PYTHON, RIGHT))
INSTRUCTION = Instruction(ROOT, 7, Confinement.NO_OPENS)


def test_a_dead_server_is_replaced() -> None:
    """`kill -9` of the worker server between two jobs costs nothing: the second is graded by a new one."""
    process = GradingProcess.start(INSTRUCTION)
    try:
        assert process.hear() == {}
        (server,) = psutil.Process(process.process.pid).children()
        os.kill(server.pid, signal.SIGKILL)
        answer = process.ask(JOB, 120.0)
        assert answer is not None
        assert answer["result"]["verdict"] == "accepted"
    finally:
        process.end()


def test_a_process_that_is_gone_answers_nothing() -> None:
    """Whoever asks a dead process hears None, at once."""
    process = GradingProcess.start(INSTRUCTION)
    os.kill(process.process.pid, signal.SIGKILL)
    process.process.wait()
    assert process.ask(JOB, 60.0) is None
    process.end()


def test_a_process_that_is_never_instructed_ends_with_its_owner() -> None:
    """A run that finds a fault before it grades need not end the processes that it launched."""
    process = GradingProcess.launch()
    process.connection.close()
    assert process.process.wait(60) == 0
