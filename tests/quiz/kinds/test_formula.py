"""A formula."""

from __future__ import annotations

import pytest

from grader.quiz.kinds.formula import FormulaModel
from grader.quiz.recompute import Result
from grader.quiz.torch_keys import torch_problems
from tests.quiz.made import asked, assert_unreadable, outcome, wrong

FIELDS = {"answer": "2*D*F + F + D", "symbols": ["D", "F"], "wrong": [wrong("2*D*F")]}


def test_the_same_polynomial_is_the_same_answer() -> None:
    """Factored, reordered or juxtaposed; a foreseen formula has its belief; unknown names are asked again."""
    instance = asked(FormulaModel, **FIELDS)
    for text in ("D + F + 2DF", "F*(2*D + 1) + D", "2·D·F＋F＋D"):
        assert outcome(instance, text)[0] == 1.0, text
    assert outcome(instance, "D*F*2") == (0.0, ("said of 2*D*F",), ("belief",))
    assert_unreadable(instance, "2*D*X", "2*D*", "")


def test_positive_symbols_have_roots() -> None:
    """sqrt(D*D) is D only where D stands for a positive number."""
    fields = {"answer": "D", "symbols": ["D"]}
    assert outcome(asked(FormulaModel, **fields, positive=["D"]), "sqrt(D*D)")[0] == 1.0
    assert outcome(asked(FormulaModel, **fields), "sqrt(D*D)")[0] == 0.0


def test_torch_runs_at_the_samples() -> None:
    """Samples of the symbols give the key a number; code without samples is a fault."""
    code = {"torch_key": "answer = 2*D*F + F + D"}
    sampled = asked(FormulaModel, **FIELDS, **code, samples={"D": [2.0], "F": [3.0]}).question
    assert torch_problems(sampled) == ()
    assert sampled.beside_torch(Result((), 17.0), {"D": 2.0, "F": 3.0}) == ("17", "17")
    (told,) = torch_problems(asked(FormulaModel, **FIELDS, **code).question)
    assert told.found == "torch_key without samples"


def test_every_name_is_a_symbol() -> None:
    """A synonym, a positive name or a sample of something else is a fault of the file."""
    for change in ({"synonyms": {"d": "E"}}, {"positive": ["E"]}, {"samples": {"E": [1.0]}}):
        with pytest.raises(ValueError, match="E is not among the symbols"):
            asked(FormulaModel, **FIELDS, **change)
