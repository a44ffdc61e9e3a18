"""Which exercises a file is for: its name tells, else the names that it defines."""

from __future__ import annotations

import pytest

from grader.domain.submission import SourceKind, Submission
from grader.intake.exercise_of import defined_names, exercise_in_name, exercises_by_definitions
from tests.intake.samples import EXERCISES


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("ex03_feed_forward.py", 3),
        ("EX3.py", 3),
        ("exercise3.ipynb", 3),
        ("Exercise_03_final.py", 3),
        ("hw_ex-3 (1).py", 3),
        ("练习3.py", 3),
        ("week2/ex03.py", 3),
        ("ex03/solution.py", 3),
        ("ex03/ex02.py", 2),
        ("ex99.py", None),
        ("ex31.py", None),
        ("solution3.py", None),
        ("complex3.py", None),
        ("index10.py", None),
    ],
)
def test_file_name_tells_the_exercise(path: str, number: int | None) -> None:
    """`ex03`, `exercise 3` and the exercise's id tell, nearest to the end first; other numbers do not."""
    assert exercise_in_name(path, EXERCISES) == number


def test_only_top_level_definitions_count() -> None:
    """Names inside functions, strings, comments and brackets define nothing."""
    text = (
        b'"""\nclass LayerNorm:\n"""\n# class FeedForward\n'
        b"def f():\n    class EncoderLayer: pass\nx = (\nclass_ == 1)\n"
    )
    assert defined_names(Submission("a.py", SourceKind.PYTHON, text)) == {"f", "x"}


@pytest.mark.parametrize("source", [b"\xff\xfe\0", b"(" * 1000, b"#" * 300_000, b"{", b"[1]"])
def test_hostile_sources_define_nothing(source: bytes) -> None:
    """What cannot be read is for no exercise and raises nothing."""
    for kind in SourceKind:
        assert exercises_by_definitions(Submission("a", kind, source), EXERCISES) == ()
