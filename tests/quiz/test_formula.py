"""Formulas are read within bounds, as a tree of known names."""

from __future__ import annotations

import pytest

from grader.quiz.fold import ANSWER_CAP
from grader.quiz.formula import DEPTH_CAP, read_formula, read_items, with_functions
from grader.quiz.formula_tree import Call, Name, Operation, Symbols, children_of, is_deeper, names_in
from grader.quiz.unreadable import Unreadable

SYMBOLS = Symbols(frozenset({"D", "LN"}), frozenset({"LN"}), {})


def test_a_name_before_a_bracket_is_a_function_of_the_key() -> None:
    """The key calls LN, so LN is a function; x_LN( is another name, and D is none."""
    symbols = with_functions(("LN", "D"), {}, ("x + LN (x)", "x_D(1)"))
    assert symbols.functions == {"LN"}


def test_a_formula_is_a_tree_of_names() -> None:
    """Names and calls are kept, and what a formula is made of can be asked."""
    tree = read_formula("LN(D) + D", SYMBOLS)
    assert isinstance(tree, Operation)
    assert children_of(tree) == (Call("LN", (Name("D"),)), Name("D"))
    assert names_in(tree) == {"D"}
    assert read_items("(D, LN(D))", SYMBOLS) == (Name("D"), Call("LN", (Name("D"),)))


@pytest.mark.parametrize("text", ["-" * 199 + "D", "D" * (ANSWER_CAP + 1), "√" * 150 + "D"])
def test_what_is_too_deep_or_too_long_is_asked_again(text: str) -> None:
    """Nothing walks a tree so deep that Python would run out of stack."""
    with pytest.raises(Unreadable, match="too long"):
        read_formula(text, SYMBOLS)


def test_depth_is_counted_without_recursion() -> None:
    """A sum of many terms is as deep as it is long, and may be; beyond the cap it is not."""
    tree = read_formula("+".join("D" * 90), SYMBOLS)
    assert not is_deeper(tree, DEPTH_CAP)
    assert is_deeper(tree, 80)
