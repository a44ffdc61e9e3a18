"""What a learner waits for at a quiz, beside Python itself: help, list, and a first question."""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.measure import GRADE, alternate, report, seconds
from tests.cli.quiz_terminal import PROMPT, terminal

pytestmark = pytest.mark.slow
ROUNDS = 7


def test_quiz_words_beside_python() -> None:
    """Print what help, list and questions on a pipe take beyond `python -c pass`."""
    medians = alternate(
        {
            "python -c pass": [sys.executable, "-c", "pass"],
            "grade quiz --help": [GRADE, "quiz", "--help"],
            "grade quiz": [GRADE, "quiz"],
            "grade quiz ffn --no-input": [GRADE, "quiz", "feed-forward", "--no-input"],
        },
        ROUNDS,
    )
    report("quiz without a store", medians, "python -c pass", "at most 0.4 s more")


def test_the_first_question_beside_python(tmp_path: Path) -> None:
    """Print how long it is to the first prompt, with the store open, beside `python -c pass`."""
    taken: dict[str, list[float]] = {"python -c pass": [], "first question": []}
    for number in range(ROUNDS + 1):
        bare = seconds([sys.executable, "-c", "pass"])
        started = time.perf_counter()
        child = terminal(tmp_path, "quiz", "feed-forward", "--restart")
        child.expect_exact(PROMPT)
        spent = time.perf_counter() - started
        child.close(force=True)
        if number:  # the first round makes the database
            taken["python -c pass"].append(bare)
            taken["first question"].append(spent)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    report("first question in a terminal", medians, "python -c pass", "at most 0.4 s more")
