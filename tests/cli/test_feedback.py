"""What a learner reads about a wrong file is true of that very file, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.text import Language
from tests.cli.commands import Outcome, grade

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
    assert "does exactly what this mistake does" not in shown
    right_form = NORM.format(mean=KEPT, variance=KEPT).replace(", unbiased=False", "")
    assert "does exactly what this mistake does" in _graded(tmp_path, right_form, 1, Language.EN).out
