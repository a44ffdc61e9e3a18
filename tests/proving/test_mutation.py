"""Mutants are small changes, each once; a case that sees one kills it."""

from __future__ import annotations

import pytest

from grader.proving.mutation import Mutant, mutants, survives
from tests.judge.small import EXERCISE, judge


def _changes(source: str) -> set[str]:
    return {mutant.after for mutant in mutants(source)}


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f(x):\n    return x + 1\n", {"return x - 1", "return x + 2"}),
        ("def f(x, y):\n    return x @ y\n", set()),
        ("def f(x):\n    return -x\n", {"return x"}),
        ("def f(x):\n    return x.sum(dim=-1)\n", {"return x.sum()"}),
        ("def f(x):\n    if x > 0:\n        pass\n", {"x >= 0", "True", "False"}),
        ("def f(x):\n    x += 1\n", {"x -= 1", "(left out)"}),
        ("def f(x):\n    return a if x else b\n", {"return a", "return b"}),
    ],
)
def test_each_kind_of_change_is_made(source: str, wanted: set[str]) -> None:
    """Operators, constants, signs, keywords, conditions and statements are changed one at a time."""
    assert wanted <= _changes(source)


def test_no_mutant_comes_twice_and_none_is_the_original() -> None:
    """Each changed source stands once, with its line."""
    source = "def f(x):\n    return x * 2\n"
    made = list(mutants(source))
    assert len({mutant.source for mutant in made}) == len(made) > 1
    assert {mutant.line for mutant in made} == {2}
    assert all(mutant.source != source for mutant in made)


def test_what_an_exception_says_is_nobodys_contract() -> None:
    """Of a raise only the whole statement is left out."""
    assert _changes("def f(x):\n    raise ValueError(f'bad {x + 1}')\n") == {"(left out)"}


RIGHT = """
import torch
from torch import nn

class Bend(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.up = nn.Linear(dim, hidden)
        self.down = nn.Linear(hidden, dim)

    def forward(self, x):
        return self.down(self.up(x).relu())
"""


@pytest.mark.parametrize(
    ("source", "alive"),
    [
        (RIGHT, True),
        (RIGHT.replace(".relu()", ""), False),
        (RIGHT.replace("self.down(", "2 * self.down("), False),
        ("import nothing_of_that_name", False),
        (RIGHT.replace("return self.down", "raise ValueError; return self.down"), False),
    ],
)
def test_a_mutant_survives_only_if_no_case_sees_it(source: str, alive: bool) -> None:
    """An equal program passes, a changed one, one that raises and one that cannot be loaded do not."""
    assert survives(judge(), EXERCISE.id, Mutant(1, "", "", source)) is alive
