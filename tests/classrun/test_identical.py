"""Identical sources: one grading each, and nobody who waits is forgotten."""

from __future__ import annotations

from grader.classrun.identical import IdenticalSources, key_of
from grader.domain.submission import SourceKind, Submission
from tests.classrun.small import handin

SOURCE = Submission("a.py", SourceKind.PYTHON, b"x")


def test_exercise_source_and_file_name_make_one_grading() -> None:
    """A difference in any of them is another grading."""
    keys = [
        key_of(3, SOURCE),
        key_of(1, SOURCE),
        key_of(3, Submission("b.py", SourceKind.PYTHON, b"x")),
        key_of(3, Submission("a.py", SourceKind.PYTHON, b"y")),
        key_of(3, Submission("a.py", SourceKind.NOTEBOOK, b"x")),
    ]
    assert len(set(keys)) == len(keys)
    assert key_of(3, SOURCE) == keys[0]


def test_who_waits_gets_the_answer_before_or_after_it_came() -> None:
    """Copies read before the answer come with it; those read after it come with the first one's name; each once."""
    sources, key = IdenticalSources(), key_of(3, SOURCE)
    first, early, late = (handin(name, b"x") for name in ("first", "early", "late"))
    assert sources.is_first(key, first)
    assert not sources.is_first(key, early)
    assert sources.late() == []
    assert sources.answered(key) == [early]
    assert not sources.is_first(key, late)
    assert sources.late() == [(key, first, [late])]
    assert sources.late() == []
