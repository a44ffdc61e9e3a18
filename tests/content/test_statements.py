"""The worked examples of the statements, run with the reference."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from torch import nn

from grader.catalog.exercises import exercise_folders, load_exercise
from grader.domain.text import Language
from grader.judge.bank import load_bank
from grader.worker.blocks import install_blocks

PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _no_blocks_left() -> Iterator[None]:
    """Forget the given blocks after a test."""
    yield
    for name in ("course", "course.blocks"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("number", sorted(exercise_folders(Path(__file__).parents[2])))
def test_worked_examples_show_what_the_reference_gives(number: int, language: Language, root: Path) -> None:
    """Every example of a statement prints what stands below it, in both languages."""
    exercise = load_exercise(root, number)
    install_blocks(exercise.blocks)
    code = "\n".join(PYTHON.findall(exercise.statement[language]))
    space = {
        "torch": torch,
        "nn": nn,
        "F": nn.functional,
        **load_bank(root, exercise.id, number).solution,
    }
    found = doctest.DocTestParser().get_doctest(code, space, f"{exercise.id}.{language}", None, 0)
    wrong: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(found, out=wrong.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(wrong)


@pytest.mark.parametrize("number", sorted(exercise_folders(Path(__file__).parents[2])))
def test_both_languages_show_the_same_code(number: int, root: Path) -> None:
    """The examples of an exercise are the same code in English and in Chinese, comments aside."""
    statement = load_exercise(root, number).statement
    english, chinese = (
        [re.sub(r"  # .*", "", block).split() for block in PYTHON.findall(statement[language])]
        for language in (Language.EN, Language.ZH)
    )
    assert english == chinese
