"""Words for what could not be taken in."""

from __future__ import annotations

import re

import pytest

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.reports.intake_words import say_intake_problem


@pytest.mark.parametrize("kind", list(IntakeFault))
def test_every_fault_has_words_in_both_languages(kind: IntakeFault) -> None:
    """Each fault names the path in both languages and keeps a learner's own braces."""
    text = say_intake_problem(IntakeProblem(kind, "anna/{x}.zip", "DETAIL"))
    assert text.en.startswith("anna/{x}.zip: ")
    assert text.zh.startswith("anna/{x}.zip：")
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
    assert not re.search(r"[\u4e00-\u9fff]", text.en)
