"""What a grading process does: references observed once, faults told as what they are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.classrun.messages import Instruction, encode_job
from grader.classrun.worker import JobGrader
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are forked")
RIGHT = (ROOT / "examples" / "right_feed_forward.py").read_bytes()
WRONG = (ROOT / "examples" / "wrong_feed_forward.py").read_bytes()


def _job(source: bytes, number: int = 3) -> bytes:
    return encode_job(number, Submission("ex03.py", SourceKind.PYTHON, source))


@pytest.fixture(scope="module")
def current_server() -> Iterator[CurrentServer]:
    """One worker server, a fresh interpreter."""
    opened = CurrentServer(spawn_server(warm=False))
    yield opened
    opened.close()


def test_what_is_ours_is_observed_once(current_server: CurrentServer) -> None:
    """The reference and each misconception are observed once a case, however many submissions are graded."""
    jobs = JobGrader(current_server, Instruction(ROOT, 7, Confinement.NONE))
    assert jobs.answer(_job(WRONG))["result"]["diagnoses"][0]["misconception"] == "ffn-no-activation"
    judge = jobs._graders[3].judge
    first = {case: id(seen) for case, seen in judge.reference._raw.items()}
    wrong = [len(candidate._raw) for candidate in judge.misconceptions]
    for number in range(3):
        jobs.answer(_job(WRONG + b"\n# %d" % number))
    assert jobs._graders[3].judge is judge
    assert {case: id(seen) for case, seen in judge.reference._raw.items()} == first
    assert [len(candidate._raw) for candidate in judge.misconceptions] == wrong


def test_a_broken_course_is_told_as_such(current_server: CurrentServer, tmp_path: Path) -> None:
    """A reference that cannot be loaded is no submission's fault: the answer says which exercise, and why."""
    for folder in ("exercises", "quizzes", "reference"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "reference" / "ex03_feed_forward" / "cases.py").write_text("raise KeyError('mine')\n")
    answer = JobGrader(current_server, Instruction(tmp_path, 7, Confinement.NONE)).answer(_job(RIGHT))
    assert set(answer) == {"broken"}
    assert "exercise 3 cannot be loaded" in answer["broken"]
    assert "KeyError: 'mine'" in answer["broken"]


def test_a_judge_that_fails_is_told_with_its_traceback(
    current_server: CurrentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours over one submission is an answer, and the next submission is graded."""
    jobs = JobGrader(current_server, Instruction(ROOT, 7, Confinement.NONE))
    assert jobs.answer(_job(RIGHT))["result"]["verdict"] == "accepted"
    with monkeypatch.context() as patched:
        patched.setattr(type(jobs._graders[3]), "grade", lambda *_: 1 / 0)
        assert "ZeroDivisionError" in jobs.answer(_job(RIGHT))["crash"]
    assert jobs.answer(_job(RIGHT))["result"]["verdict"] == "accepted"
