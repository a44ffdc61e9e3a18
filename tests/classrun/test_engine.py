"""Answers of an engine: what is a fault of ours."""

from __future__ import annotations

from dataclasses import replace

from grader.classrun.engine import Answer, Task
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from tests.classrun.small import graded

RESULT = graded(Task(None, 3, Submission("a.py", SourceKind.PYTHON, b"x"), 1.0))


def test_no_result_and_internal_error_are_faults_of_ours() -> None:
    """Whether the grading process failed or the grader gave up, there is no verdict; every other verdict is one."""
    assert Answer(None, "why").is_fault
    faults = [verdict for verdict in Verdict if Answer(replace(RESULT, verdict=verdict)).is_fault]
    assert faults == [Verdict.INTERNAL_ERROR]
