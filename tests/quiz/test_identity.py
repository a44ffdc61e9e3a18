"""Formulas: equal ones are equal in any spelling, unequal ones are not, and nothing typed is ever run."""

from __future__ import annotations

import pytest

from grader.quiz.formula import Symbols, read_formula
from grader.quiz.identity import check_formula, same_formula
from grader.quiz.unreadable import Unreadable

SYMBOLS = Symbols(
    names=frozenset({"D", "F", "H", "x", "Q", "K", "d_k", "LN", "gamma"}),
    functions=frozenset({"LN"}),
    synonyms={"dk": "d_k", "LayerNorm": "LN"},
)
SCALARS = frozenset({"D", "F", "H", "d_k"})


def same(left: str, right: str) -> bool:
    """Whether two spellings are the same formula."""
    return same_formula(read_formula(left, SYMBOLS), read_formula(right, SYMBOLS), SCALARS)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2*D*F + F + D", "D + F*(2D + 1)"),
        ("2DF", "2 D F"),
        ("8D²", "８×D＊D"),
        ("（D＋F）·H", "DH + FH"),
        ("【D + F】".replace("【", "(").replace("】", ")"), "F+D"),
        ("D − F", "-F + D"),
        ("√D", "D^0.5"),
        ("sqrt(9)", "3"),
        ("sqrt(12)", "2*sqrt(3)"),
        ("sqrt(D**2)", "D"),
        ("sqrt(D+1)**2", "D+1"),
        ("sqrt(D)*sqrt(F)", "sqrt(D*F)"),
        ("D/H/F", "D/(H*F)"),
        ("x + LN(x)", "LayerNorm(x) + x"),
        ("γ*x", "gamma x"),
        ("Q @ K.T / sqrt(d_k)", "(Q / √dk) @ K.T"),
        ("Q @ K.T", "(K @ Q.T).T"),
        ("Q @ (K + x)", "Q@K + Q@x"),
        ("D(F+1)", "DF + D"),
        ("1/2 D", "0.5*D"),
    ],
)
def test_equal_formulas_are_equal_in_any_spelling(left: str, right: str) -> None:
    """Order of terms and factors, width of characters, superscripts and synonyms do not matter."""
    assert same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2*D*F", "2*D*F + D"),
        ("Q @ K.T", "K @ Q.T"),
        ("Q @ K", "K @ Q"),
        ("Q @ K", "Q * K"),
        ("x + LN(x)", "LN(x + LN(x))"),
        ("LN(2x)", "2 LN(x)"),
        ("sqrt(x**2)", "x"),
        ("sqrt(D + F)", "sqrt(D) + sqrt(F)"),
        ("D/H*F", "D/(H*F)"),
        ("-D**2", "(-D)**2"),
        ("D*D", "2*D"),
    ],
)
def test_unequal_formulas_differ(left: str, right: str) -> None:
    """A matrix product keeps its order, a function its argument, and x may be negative."""
    assert not same(left, right)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "D +",
        "((D)",
        "9**9**9",
        "D**9**9",
        "D**65",
        "D**x",
        "1/0",
        "D/(D-D)",
        "LN",
        "foo",
        "x.__class__",
        "__import__('os')",
        "lambda: 1",
        "D; F",
        "D = F",
        "S",
        "E",
        "I",
        "Q.inverse()",
        "D" * 201,
        "(" * 150,
        "\x00",
        "😀",
        "D if F else H",
        "[D]",
        "sqrt()",
        "LN(x, Q, K",
        "1e999",
        "D ** 0.3",
    ],
)
def test_what_is_no_formula_is_asked_again(text: str) -> None:
    """Nonsense, unknown names, huge powers and divisions by zero raise Unreadable, never anything else."""
    with pytest.raises(Unreadable):
        check_formula(read_formula(text, SYMBOLS), SCALARS)
