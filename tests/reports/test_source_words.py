"""Words for faults of a source: in both languages, with place, found and expected."""

from __future__ import annotations

import re

import pytest

from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.reports.source_words import say_notes, say_problem


@pytest.mark.parametrize("kind", list(SourceFault))
def test_every_fault_has_words_in_both_languages(kind: SourceFault) -> None:
    """Each fault names the file in both languages, leaves no field open, and speaks Chinese in Chinese."""
    text = say_problem(
        SourceProblem(kind, "ex03.py", 4, 2, "FOUND", "EXPECTED", text="x = )", suggestions=("Near",))
    )
    for words in (text.en, text.zh):
        assert "ex03.py" in words
        assert not re.search(r"[{}]", words)
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
    assert not re.search(r"[\u4e00-\u9fff]", text.en)


def test_place_is_told_by_cell_line_and_column() -> None:
    """A notebook's fault is placed by cell and line."""
    text = say_problem(
        SourceProblem(SourceFault.SYNTAX, "a.ipynb", 2, 5, "invalid syntax", cell=3, text="x = )")
    )
    assert (
        text.en == "a.ipynb, cell 3, line 2, column 5: Python cannot read this line: invalid syntax.  x = )"
    )
    assert text.zh.startswith("a.ipynb，代码单元 3，第 2 行，第 5 列：")


def test_missing_package_says_what_there_is() -> None:
    """A missing package is named together with those that are available."""
    text = say_problem(SourceProblem(SourceFault.MISSING_PACKAGE, "a.py", 1, found="pandas"))
    for word in ("pandas", "torch", "numpy", "math", "typing"):
        assert word in text.en
        assert word in text.zh


def test_missing_entry_tells_what_is_defined_and_meant() -> None:
    """A missing entry is told with what the file defines and the nearest name."""
    problem = SourceProblem(
        SourceFault.MISSING_ENTRY,
        "a.py",
        found="Feedforward, main",
        expected="class FeedForward",
        suggestions=("Feedforward",),
    )
    text = say_problem(problem)
    assert "class FeedForward is not defined" in text.en
    assert "defines Feedforward, main" in text.en
    assert "If Feedforward is meant to be it, rename it to FeedForward." in text.en
    nothing = say_problem(SourceProblem(SourceFault.MISSING_ENTRY, "a.py", expected="class FeedForward"))
    assert "defines no function" in nothing.en


def test_what_was_to_be_defined_is_chinese_in_chinese() -> None:
    """ "function" and "class" are words, not names: Chinese has its own."""
    for kind, said in (("function", "函数"), ("class", "类")):
        lacking = SourceProblem(SourceFault.MISSING_ENTRY, "a.py", found="f", expected=f"{kind} Norm")
        assert f"没有定义{said} Norm" in say_problem(lacking).zh
        assert f"{kind} Norm is not defined" in say_problem(lacking).en
    wrong = SourceProblem(SourceFault.WRONG_KIND, "a.py", found="function Norm", expected="class Norm")
    assert "这里需要类 Norm，实际是函数 Norm" in say_problem(wrong).zh


def test_braces_in_learners_text_are_kept() -> None:
    """A learner's own braces are text, not fields."""
    text = say_problem(SourceProblem(SourceFault.RAISED, "a.py", 1, found="KeyError: {x}", text="d['{y}']"))
    assert "KeyError: {x}" in text.en
    assert "d['{y}']" in text.zh


def test_notes_are_told_in_order_and_gathered() -> None:
    """Each crash is a sentence, printing and magics are one sentence each with their cells."""
    notes = [
        SourceNote(SourceRemark.PRINTED, 1, 1),
        SourceNote(SourceRemark.RAISED, 2, 4, "ValueError: {no}"),
        SourceNote(SourceRemark.PRINTED, 3, 1),
        SourceNote(SourceRemark.STOPPED, 4, 2),
    ]
    texts = say_notes(notes)
    assert [text.en.split(".")[0] for text in texts] == [
        "Cell 2, line 4 raised ValueError: {no}",
        "Cell 4, line 2: the experiment took too long and was stopped",
        "Printed output is not graded (cells 1, 3)",
    ]
    assert texts[2].zh == "打印的内容不参与评分（代码单元 1、3）。"


OF_THE_WHOLE = {SourceRemark.OTHER_NAMES, SourceRemark.SINGLE_PRECISION}


@pytest.mark.parametrize("kind", list(SourceRemark))
def test_every_remark_has_words(kind: SourceRemark) -> None:
    """Each remark that has a place names its cell in both languages; those about a whole submission have none."""
    (text,) = say_notes([SourceNote(kind, 7, 2, "TEXT")])
    for words in (text.en, text.zh):
        assert ("7" in words) is (kind not in OF_THE_WHOLE)
    assert re.search(r"[\u4e00-\u9fff]", text.zh)
