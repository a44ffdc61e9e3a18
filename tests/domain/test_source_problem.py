"""Source problems as plain data: what goes out comes back, and what a liar sends is refused."""

from __future__ import annotations

import pytest

from grader.domain.source_problem import (
    MalformedProblem,
    SourceFault,
    SourceNote,
    SourceProblem,
    SourceRemark,
    note_from_plain,
    problem_from_plain,
    to_plain,
)

PROBLEM = SourceProblem(SourceFault.SYNTAX, "a.py", 3, 7, "found", "expected", 2, "x = )", ("a", "b"))
NOTE = SourceNote(SourceRemark.RAISED, 2, 3, "ValueError: no")


def test_plain_data_comes_back_as_it_was() -> None:
    """A problem and a note survive the way through plain data."""
    assert problem_from_plain(to_plain(PROBLEM)) == PROBLEM
    assert note_from_plain(to_plain(NOTE)) == NOTE


def test_long_texts_are_capped_on_the_way_out() -> None:
    """No text of a learner's crosses the pipe at any length."""
    plain = to_plain(
        SourceProblem(SourceFault.RAISED, "a.py", found="x" * 10_000, suggestions=("y" * 10_000,) * 100)
    )
    assert len(str(plain)) < 5_000
    assert problem_from_plain(plain).found == "x" * 500


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "no_such_kind"},
        {"kind": 3},
        {"line": "3"},
        {"line": -1},
        {"line": True},
        {"line": 10**9},
        {"found": None},
        {"found": "x" * 501},
        {"suggestions": "abc"},
        {"suggestions": [1]},
        {"suggestions": ["a"] * 6},
        {"extra": 1},
    ],
)
def test_malformed_problems_are_refused(change: dict[str, object]) -> None:
    """Data of the wrong kind, length or range is no problem."""
    with pytest.raises(MalformedProblem):
        problem_from_plain({**to_plain(PROBLEM), **change})


@pytest.mark.parametrize("plain", [None, [], "x", {}, {"kind": "raised"}, {"kind": "raised", "cell": "1"}])
def test_malformed_notes_are_refused(plain: object) -> None:
    """A note needs a kind and a cell."""
    with pytest.raises(MalformedProblem):
        note_from_plain(plain)
