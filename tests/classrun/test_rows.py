"""Rows of a class run: what is kept of a hand-in."""

from __future__ import annotations

from dataclasses import replace

from grader.classrun.engine import Answer, Task
from grader.classrun.rows import GradedUnder, copied_row, graded_row, unrun_row
from grader.domain.classroom import FileChoice, IntakeFault, IntakeProblem
from grader.domain.stored_result import EarlierAttempt
from grader.domain.verdict import Verdict
from tests.classrun.small import EXERCISES, FAULT, NOW, STUB, graded, handin

UNDER = GradedUnder(EXERCISES[3], 7, "c", NOW)


def test_what_needs_no_running_says_why() -> None:
    """A stub is not attempted; what could not be read has its reason, no digest and no points."""
    stub = unrun_row(handin("a", STUB.encode()), UNDER)
    assert (stub.verdict, stub.score, stub.result.intake) == (Verdict.NOT_ATTEMPTED, 0.0, None)
    problem = IntakeProblem(IntakeFault.TOO_LARGE, "a/a.py")
    unread = unrun_row(replace(handin("a", None), problem=problem, choice=FileChoice(("old.py",))), UNDER)
    assert (unread.verdict, unread.submission_digest) == (Verdict.INVALID_SUBMISSION, None)
    assert (unread.result.intake, unread.choice.kept) == (problem, ("old.py",))


def test_an_answer_becomes_a_row_of_its_learner() -> None:
    """Score, verdict and the file's own name are kept; a fault keeps its traceback for staff."""
    item = replace(handin("a", b"xx"), late=True, submitted_at=NOW)
    assert item.submission is not None
    result = graded(Task(item, 3, item.submission, 1.0))
    row = graded_row(item, UNDER, Answer(result))
    assert (row.learner, row.file_name, row.score, row.late, row.submitted_at) == (
        "a",
        "a/a.py",
        2.0,
        True,
        NOW,
    )
    failed = graded_row(item, UNDER, FAULT)
    failure = failed.result.grade.failure
    assert failed.verdict is Verdict.INTERNAL_ERROR
    assert failure is not None
    assert failure.summary == "KeyError: 1"


def test_a_copy_is_the_same_result_and_somebody_elses_hand_in() -> None:
    """Name, file, time and other files are the copier's own; earlier attempts of the first one are not taken."""
    item = handin("a", b"xx")
    first = replace(graded_row(item, UNDER, FAULT), attempts=(EarlierAttempt(9.0, Verdict.ACCEPTED),))
    copy = replace(handin("b", b"xx"), submitted_at=NOW, choice=FileChoice(("b/old.py",)))
    row = copied_row(copy, first)
    assert (row.learner, row.file_name, row.submitted_at) == ("b", "b/a.py", NOW)
    assert (row.choice.kept, row.attempts, row.result.grade) == (("b/old.py",), (), first.result.grade)
