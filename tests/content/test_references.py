"""Every exercise of the course passes the author's gate."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.exercises import exercise_folders
from grader.workflows.check_content import check_exercise
from tests.conftest import ROOT

NUMBERS = sorted(
    n for n, folders in exercise_folders(ROOT).items() if (ROOT / "reference" / folders[0].name).is_dir()
)


@pytest.mark.parametrize("number", NUMBERS)
def test_an_exercise_passes_the_gate(number: int, root: Path) -> None:
    """The reference and every right alternative score full marks, every misconception is named as itself,
    what nobody listed is rejected without a name.
    """
    assert [str(problem) for problem in check_exercise(root, number)] == []
