"""What a learner waits for: a cold `grade exercise` beside `import torch`, and commands without torch beside
Python itself.
"""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.measure import GRADE, alternate, report
from tests.conftest import ROOT

pytestmark = pytest.mark.slow


def test_a_cold_exercise_beside_import_torch() -> None:
    """Print the ratio of a cold `grade exercise 3` to `python -c "import torch"`."""
    medians = alternate(
        {
            "import torch": [sys.executable, "-c", "import torch"],
            "grade exercise 3 (right)": [GRADE, "exercise", "3", ROOT / "examples" / "right_feed_forward.py"],
            "grade exercise 3 (wrong)": [GRADE, "exercise", "3", ROOT / "examples" / "wrong_feed_forward.py"],
        }
    )
    report("cold grade exercise", medians, "import torch", "at most 0.80 x for the right one")


def test_commands_without_torch_beside_python() -> None:
    """Print what `grade --help`, `hint`, `progress` and `quiz` take beyond `python -c pass`."""
    medians = alternate(
        {
            "python -c pass": [sys.executable, "-c", "pass"],
            "grade --help": [GRADE, "--help"],
            "grade hint 3": [GRADE, "hint", "3"],
            "grade progress": [GRADE, "progress"],
            "grade quiz": [GRADE, "quiz"],
        }
    )
    report("commands without torch", medians, "python -c pass", "at most 0.4 s more")
