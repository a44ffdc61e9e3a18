"""What a learner reads about a wrong file is true of that very file, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.text import Language
from tests.classrun.mixed_class import notebook
from tests.cli.commands import Outcome, grade
from tests.conftest import ROOT

NORM = """import torch

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(-1{mean})
    variance = x.var(-1, unbiased=False{variance})
    return gamma * (x - mean) / (variance + eps).sqrt() + beta
"""
KEPT = ", keepdim=True"


def _graded(folder: Path, source: str, exercise: int, language: Language, *more: str) -> Outcome:
    (folder / "mine.py").write_text(source, encoding="utf-8")
    found = grade("exercise", str(exercise), "mine.py", "--lang", language.value, *more, cwd=folder)
    return Outcome(found.code, " ".join(found.out.split()), found.err)


@pytest.mark.parametrize(
    ("mean", "variance", "en", "zh"),
    [
        ("", KEPT, "Here it is the mean that lacks keepdim=True.", "这里缺少 keepdim=True 的是均值"),
        (KEPT, "", "Here it is the variance", "这里缺少 keepdim=True 的是方差"),
        ("", "", "The same holds for the variance", "方差也一样"),
    ],
    ids=["mean", "variance", "both"],
)
def test_keepdim_is_missed_where_it_is_missing(
    tmp_path: Path, mean: str, variance: str, en: str, zh: str
) -> None:
    """Of mean and variance the one without keepdim is named, whatever the catalogue's sentence speaks of."""
    source = NORM.format(mean=mean, variance=variance)
    assert en in _graded(tmp_path, source, 1, Language.EN).out
    assert zh in _graded(tmp_path, source, 1, Language.ZH).out.replace(" ", "").replace(
        "keepdim=True", " keepdim=True "
    )


def test_an_exception_is_no_value(tmp_path: Path) -> None:
    """The evidence says in how many cases the code raised as the mistake does; values are claimed for the rest only."""
    shown = _graded(tmp_path, NORM.format(mean="", variance=""), 1, Language.EN).out
    assert "cases your code raises the same exception as this mistake" in shown
    assert "equals what this mistake produces" not in shown
    right_form = NORM.format(mean=KEPT, variance=KEPT).replace(", unbiased=False", "")
    assert "equals what this mistake produces" in _graded(tmp_path, right_form, 1, Language.EN).out


def test_passed_checks_are_told_in_words(tmp_path: Path) -> None:
    """What is right already is said by the checks' own sentences in the learner's language, never by an id."""
    wrong = (ROOT / "examples" / "wrong_feed_forward.py").read_text(encoding="utf-8")
    english = _graded(tmp_path, wrong, 3, Language.EN).out
    assert "Right: The module registers exactly two weights and two biases" in english
    assert "and 11 more (--verbose lists them)" in english
    chinese = _graded(tmp_path, wrong, 3, Language.ZH).out
    assert "正确：" in chinese
    for name in ("parameter_shapes_and_count", "position_wise", "eval_deterministic"):
        assert name not in english + chinese
        assert name in _graded(tmp_path, wrong, 3, Language.EN, "--json").out


def test_a_missing_return_is_asked_for(tmp_path: Path) -> None:
    """A function that gives None back is told so, for shown and hidden checks, in both languages."""
    source = NORM.format(mean=KEPT, variance=KEPT).replace("return gamma", "y = gamma")
    english = _graded(tmp_path, source, 1, Language.EN).out
    assert english.count("it returns None: is a return missing?") == 3
    assert "Your code returns None" in english
    assert "是不是漏写了 return？" in _graded(tmp_path, source, 1, Language.ZH).out
    module = (ROOT / "examples" / "wrong_feed_forward.py").read_text(encoding="utf-8")
    silent = _graded(tmp_path, module.replace("        return ", "        y = "), 3, Language.EN).out
    assert "Your code returns None" in silent
    assert "cannot be compared" not in silent


def test_another_exercises_file_is_recognised(tmp_path: Path) -> None:
    """Exercise 2's class handed in as exercise 1 brings that exercise's command, and no advice to rename it."""
    source = (
        "from torch import nn\n\nclass LayerNorm(nn.Module):\n    def forward(self, x):\n        return x\n"
    )
    english = _graded(tmp_path, source, 1, Language.EN).out
    assert "LayerNorm is what exercise 2" in english
    assert "grade exercise 2 mine.py" in english
    assert "rename" not in english
    assert "grade exercise 2 mine.py" in _graded(tmp_path, source, 1, Language.ZH).out
    near = _graded(tmp_path, source.replace("LayerNorm", "manual_layernorm"), 1, Language.EN).out
    assert "rename it to manual_layer_norm" in near


def test_a_notebooks_lines_are_told_with_their_cell(tmp_path: Path) -> None:
    """Lines count within a cell, so the cell is named wherever a line is: at an exception and at a step."""
    (tmp_path / "mine.ipynb").write_bytes(notebook(NORM.format(mean="", variance=KEPT).encode()))
    english = grade("exercise", "1", "mine.ipynb", "--lang", "en", cwd=tmp_path).out
    assert "stops at mine.ipynb, cell 2, line 6, with RuntimeError" in " ".join(english.split())
    chinese = grade("exercise", "1", "mine.ipynb", "--lang", "zh", cwd=tmp_path).out
    assert "代码单元 2 第 6 行" in chinese
    wrong = NORM.format(mean=KEPT, variance=KEPT).replace(", unbiased=False", "")
    (tmp_path / "mine.ipynb").write_bytes(notebook(wrong.encode()))
    english = grade("exercise", "1", "mine.ipynb", "--lang", "en", cwd=tmp_path).out
    assert "cell 2, line " in " ".join(english.split())
    chinese = grade("exercise", "1", "mine.ipynb", "--lang", "zh", cwd=tmp_path).out
    assert "代码单元 2 第 " in "".join(chinese.split("\n"))


def test_two_mistakes_are_shown_together(tmp_path: Path) -> None:
    """Of a product of mistakes each has its own message, and the evidence of all stands once."""
    source = NORM.format(mean=KEPT, variance=KEPT).replace(", unbiased=False", "").replace("+ beta", "- beta")
    shown = _graded(tmp_path, source, 1, Language.EN).out
    assert shown.count("your output equals what these two mistakes together produce") == 1
    assert "this mistake" not in shown
    assert "2*beta" in shown
    assert "You divide by D-1" in shown


def test_a_crash_is_told_as_one(tmp_path: Path) -> None:
    """Code that raises is told so first, with the line, and no step is called wrong."""
    source = NORM.format(mean=KEPT, variance=KEPT).replace("import torch\n", "")
    source = source.replace("(variance + eps).sqrt()", "torch.sqrt(variance + eps)")
    shown = _graded(tmp_path, source, 1, Language.EN).out
    assert "Your code stops at mine.py, line 5, with NameError: name 'torch' is not defined" in shown
    assert "torch is not imported in this file" in shown
    assert "What your code computes" not in shown


def test_a_score_that_the_count_does_not_explain_is_explained(tmp_path: Path) -> None:
    """Where the share of checks is visibly not the share of points, a line says what core and edge give; a full score needs none."""
    right = NORM.format(mean=KEPT, variance=KEPT)
    apart = right.replace(", unbiased=False", "").replace("+ beta", "- beta")
    shown = _graded(tmp_path, apart, 1, Language.EN).out
    assert "the 14 core checks give 8 points in total, the 1 edge check gives 2." in shown
    assert "14 项核心检查共 8 分，1 项边界检查共 2 分" in _graded(tmp_path, apart, 1, Language.ZH).out
    assert "weigh" not in _graded(tmp_path, right, 1, Language.EN).out
