"""What a table says beside a score: everything that a rule, a person or a choice among files made of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from grader.domain.classroom import ChosenBy, FileChoice
from grader.domain.policy import Basis, Settled, Timing
from grader.domain.verdict import Verdict
from grader.reports.gradebook import Score, remark

UNTIL = datetime(2026, 10, 8, tzinfo=UTC)


def score(settled: Settled, **fields: object) -> Score:
    """A score that was earned by a wrong answer."""
    return Score(Verdict.WRONG_ANSWER, settled, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settled", "said"),
    [
        (Settled(Basis.COUNTED, 8.0, 8.0, 10.0), ""),
        (Settled(Basis.COUNTED, 8.0, 7.0, 10.0, 1, 1.0), "late 1 day: -1"),
        (Settled(Basis.COUNTED, 8.0, 6.5, 10.0, 2, 1.5), "late 2 days: -1.5"),
        (Settled(Basis.COUNTED, 0.0, 0.0, 10.0, 2, 0.0), "late 2 days"),
        (
            Settled(Basis.COUNTED, 8.0, 8.0, 10.0, timing=Timing.UNKNOWN),
            "no time known, late rule not applied",
        ),
        (
            Settled(Basis.COUNTED, 8.0, 7.0, 10.0, 1, 1.0, timing=Timing.ONLY_LATE),
            "late 1 day: -1; marked late, time not known",
        ),
        (Settled(Basis.OVERRIDDEN, 8.0, 9.0, 10.0, why="oral exam"), "overridden: oral exam"),
        (Settled(Basis.EXCUSED, None, None, 10.0), "excused"),
        (Settled(Basis.PENDING, None, None, 10.0), "pending"),
    ],
)
def test_what_changed_a_score_is_said(settled: Settled, said: str) -> None:
    """Nothing for a score that counts as it was earned, else each reason in its words, and never a minus zero."""
    assert remark(score(settled)) == said


def test_an_extension_and_other_files_are_said() -> None:
    """The extension's time, and which file was graded of how many."""
    plain = Settled(Basis.COUNTED, 8.0, 8.0, 10.0)
    assert remark(score(plain, extended_until=UNTIL)) == "extended until 2026-10-08T00:00:00+00:00"
    one = FileChoice(("a/train.py",), ChosenBy.DEFINES)
    assert remark(score(plain, file_name="a/m.py", choice=one)) == "graded a/m.py, 1 other file not graded"
    two = FileChoice(("a/x.py", "a/y.py"))
    assert remark(score(plain, file_name="a/m.py", choice=two)) == "graded a/m.py, 2 other files not graded"
