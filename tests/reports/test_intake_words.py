"""Words for what could not be taken in."""

from __future__ import annotations

import re

import pytest

from grader.domain.classroom import ChosenBy, IntakeFault, IntakeProblem, IntakeRemark, RemarkKind
from grader.reports.intake_words import say_choice, say_intake_problem, say_remark


@pytest.mark.parametrize("kind", list(IntakeFault))
def test_every_fault_has_words_in_both_languages(kind: IntakeFault) -> None:
    """Each fault names the path in both languages and keeps a learner's own braces."""
    text = say_intake_problem(IntakeProblem(kind, "anna/{x}.zip", "DETAIL"))
    assert text.en.startswith("anna/{x}.zip: ")
    assert text.zh.startswith("anna/{x}.zip：")
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
    assert not re.search(r"[\u4e00-\u9fff]", text.en)


@pytest.mark.parametrize("kind", list(RemarkKind))
@pytest.mark.parametrize("detail", ["DETAIL {y}", ""])
def test_every_remark_has_words_in_both_languages(kind: RemarkKind, detail: str) -> None:
    """Each remark is a sentence in both languages, whatever braces a name has, and leaves no field open."""
    text = say_remark(IntakeRemark(kind, "SUBJECT {x}", detail))
    for written in (text.en, text.zh):
        assert "{subject}" not in written
        assert "{detail" not in written
        assert kind is RemarkKind.GIT_ABSENT or "SUBJECT {x}" in written
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
    assert not re.search(r"[\u4e00-\u9fff]", text.en)


@pytest.mark.parametrize("why", [None, *ChosenBy])
def test_a_choice_says_what_was_graded_and_what_was_not(why: ChosenBy | None) -> None:
    """All files are named, and the reason where there is one."""
    text = say_choice("a/model.py", ("a/train.py", "a/b.py"), why)
    for written in (text.en, text.zh):
        assert all(name in written for name in ("a/model.py", "a/train.py; a/b.py"))
    assert text.en.startswith("graded a/model.py (" if why is not None else "graded a/model.py;")
