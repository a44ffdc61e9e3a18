"""Small mistakes that nobody listed are seen by the cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.workflows.mutate_solution import mutate_solution
from tests.content.test_references import NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_every_small_change_of_a_solution_is_seen(number: int, root: Path) -> None:
    """Each mutant of a reference solution fails a case, or equivalent.toml says why none can see it."""
    report = mutate_solution(root, number)
    assert [str(problem) for problem in report.problems()] == []
