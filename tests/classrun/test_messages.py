"""What travels between a class run and its grading processes comes out as it went in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.classrun.engine import Task
from grader.classrun.messages import (
    Instruction,
    broken_message,
    crash_message,
    decode_instruction,
    decode_job,
    encode_instruction,
    encode_job,
    read_answer,
    result_message,
)
from grader.domain.errors import GraderError
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement
from tests.classrun.small import graded


def test_an_instruction_comes_back_as_it_was() -> None:
    """Course, seed and level survive."""
    instruction = Instruction(Path("/课程"), 2**31 - 1, Confinement.NO_OPENS)
    assert decode_instruction(encode_instruction(instruction)) == instruction


def test_a_job_comes_back_as_it_was() -> None:
    """Zero bytes in a source, a Chinese name and a notebook survive the way to the process."""
    submission = Submission("作业.ipynb", SourceKind.NOTEBOOK, b"\0\xff{}\0")
    assert decode_job(encode_job(17, submission)) == (17, submission)


def test_the_three_answers_are_told_apart() -> None:
    """A result is read whole, a crash is a fault with its words, and a broken course stops everything."""
    result = graded(Task(None, 3, Submission("a.py", SourceKind.PYTHON, b"x"), 1.0))
    assert read_answer(json.loads(json.dumps(result_message(result)))).result == result
    crash = read_answer(crash_message("Traceback ..."))
    assert (crash.is_fault, crash.fault) == (True, "Traceback ...")
    with pytest.raises(GraderError, match="no reference"):
        read_answer(broken_message("no reference"))
