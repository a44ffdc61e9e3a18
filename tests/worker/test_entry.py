"""The entry that an exercise asks for: what is there instead is told precisely."""

from __future__ import annotations

import json

import pytest

from grader.domain.source_problem import SourceFault, SourceProblem
from grader.domain.submission import SourceKind
from grader.source.code import load_code
from grader.worker.entry import find_entry
from grader.worker.execution import execute, new_module


def find(
    source: str, name: str, kind: str, *parameters: str, forward: tuple[str, ...] | None = None
) -> SourceProblem | None:
    """Run a `.py` file and look for its entry."""
    loaded = load_code(SourceKind.PYTHON, source.encode(), "ex.py")
    namespace = new_module(loaded).__dict__
    assert execute(loaded, namespace).failure is None
    methods = None if forward is None else {"forward": forward}
    return find_entry(namespace, name, kind, parameters, loaded, methods)


@pytest.mark.parametrize(
    "parameters",
    [
        "x, weight",
        "weight, x",
        "x, weight, eps=1e-5",
        "*, x, weight",
        "x, **others",
        "**all_of_them",
        "x, weight, *rest",
    ],
)
def test_whatever_can_be_called_by_keyword_is_right(parameters: str) -> None:
    """A function is right if the contract's names can be passed by keyword and no other is required."""
    assert find(f"def norm({parameters}): pass\n", "norm", "function", "x", "weight") is None


@pytest.mark.parametrize(
    ("parameters", "missing"),
    [
        ("x", ("weight",)),
        ("x, w", ("weight",)),
        ("x, weight, eps", ()),
        ("x, weight, /", ("x", "weight")),
        ("", ("x", "weight")),
    ],
)
def test_wrong_signature_is_told(parameters: str, missing: tuple[str, ...]) -> None:
    """What was found, what was expected, the line and the names that are missing are told."""
    problem = find(f"import math\ndef norm({parameters}): pass\n", "norm", "function", "x", "weight")
    assert problem is not None
    assert (problem.kind, problem.line) == (SourceFault.SIGNATURE, 2)
    assert (problem.found, problem.expected) == (f"norm({parameters})", "norm(x, weight)")
    assert problem.suggestions == missing


@pytest.mark.parametrize(
    ("defined", "asked"),
    [
        ("Feedforward", "FeedForward"),
        ("feed_forward", "FeedForward"),
        ("FeedFoward", "FeedForward"),
        ("PositionwiseFeedForward", "FeedForward"),
        ("manual_layernorm", "manual_layer_norm"),
    ],
)
def test_near_miss_is_suggested(defined: str, asked: str) -> None:
    """A name that nearly fits is suggested."""
    problem = find(f"class {defined}: pass\ndef other(): pass\n", asked, "class")
    assert problem is not None
    assert problem.kind is SourceFault.MISSING_ENTRY
    assert problem.suggestions == (defined,)
    assert problem.found == f"{defined}, other"


def test_imported_names_are_not_suggested() -> None:
    """Only what the learner defined is offered as a near miss."""
    problem = find("from dataclasses import fields\nx = 1\n", "field", "function")
    assert problem is not None
    assert (problem.suggestions, problem.found) == ((), "")


@pytest.mark.parametrize(
    ("source", "kind", "found"),
    [
        ("def Norm(x): pass\n", "class", "function Norm"),
        ("class Norm: pass\n", "function", "class Norm"),
        ("class C: pass\nNorm = C()\n", "class", "Norm = C object"),
        ("Norm = 3\n", "function", "Norm = int object"),
    ],
)
def test_wrong_kind_is_told(source: str, kind: str, found: str) -> None:
    """A function for a class, a class for a function, an object for either: told as what it is."""
    problem = find(source, "Norm", kind, "x")
    assert problem is not None
    assert (problem.kind, problem.found, problem.expected) == (SourceFault.WRONG_KIND, found, f"{kind} Norm")


def test_constructor_is_checked_without_self() -> None:
    """A class's constructor is compared without its first parameter."""
    source = "class Norm:\n    def __init__(self, dim, eps=1e-5): pass\n"
    assert find(source, "Norm", "class", "dim") is None
    problem = find(source, "Norm", "class", "dim", "heads")
    assert problem is not None
    assert (problem.found, problem.line) == ("Norm(dim, eps=...)", 2)


def test_inherited_constructor_takes_no_arguments() -> None:
    """A module without a constructor of its own does not pass for one that takes any keyword."""
    source = (
        "class Base:\n    def __init__(self, *a, **k): pass\n"
        "class Norm(Base):\n    def forward(self, x): pass\n"
    )
    problem = find(source, "Norm", "class", "dim")
    assert problem is not None
    assert (problem.found, problem.expected) == ("Norm()", "Norm(dim)")


def test_forward_is_checked() -> None:
    """A class's methods are held to their parameters too, and a missing one is told."""
    source = "class Norm:\n    def __init__(self, dim): pass\n    def forward(self, inputs): pass\n"
    problem = find(source, "Norm", "class", "dim", forward=("x",))
    assert problem is not None
    assert (problem.found, problem.expected) == ("Norm.forward(inputs)", "Norm.forward(x)")
    problem = find("class Norm:\n    def __init__(self, dim): pass\n", "Norm", "class", "dim", forward=("x",))
    assert problem is not None
    assert problem.expected == "Norm.forward(self, x)"


@pytest.mark.parametrize(
    "body",
    [
        "def __init__(self, dim): self.forward = self.run",
        "def __call__(self, x): return x",
        "def __new__(cls, dim): return Other()",
        "def __init__(self, dim): self.__class__ = Other",
    ],
)
def test_a_forward_that_only_instances_have_is_not_missed(body: str) -> None:
    """A class without the method passes where its code gives the instances one, or another class."""
    source = f"class Norm:\n    def __init__(self, dim): pass\n    {body}\n"
    assert find(source, "Norm", "class", "dim", forward=("x",)) is None


def test_a_constructor_with_too_few_underscores_is_told_by_its_line() -> None:
    """A method that is nearly called __init__ is the fault where the class has none."""
    source = "class Norm:\n    def _init_(self, dim): pass\n    def forward(self, x): pass\n"
    problem = find(
        f"class B:\n    def __init__(self, *a, **k): pass\n{source.replace('Norm', 'Norm(B)')}",
        "Norm",
        "class",
        "dim",
    )
    assert problem is not None
    assert (problem.kind, problem.line) == (SourceFault.MISNAMED, 4)
    assert (problem.found, problem.expected) == ("_init_", "__init__")


def test_a_misspelled_forward_is_told_by_its_line() -> None:
    """A method that is nearly called forward is the fault where the class has none."""
    source = "class Norm:\n    def __init__(self, dim): pass\n    def foward(self, x): pass\n"
    problem = find(source, "Norm", "class", "dim", forward=("x",))
    assert problem is not None
    assert (problem.kind, problem.line, problem.found) == (SourceFault.MISNAMED, 3, "foward")


def test_a_line_is_never_that_of_another_file() -> None:
    """What is inherited from a library is told at the learner's own class."""
    source = "import fractions\n\nclass Norm(fractions.Fraction):\n    pass\n"
    problem = find(source, "Norm", "class", "dim")
    assert problem is None or problem.line in (None, 3)
    problem = find("from torch import nn\n\nclass Norm(nn.LayerNorm):\n    pass\n", "Norm", "class", "dim")
    assert problem is not None
    assert (problem.kind, problem.line) == (SourceFault.SIGNATURE, 3)


def test_hostile_objects_cannot_break_the_search() -> None:
    """Objects that raise whenever asked do not keep the entry from being found."""
    source = (
        "class Angry(type):\n    def __getattribute__(cls, name):\n        raise RuntimeError\n"
        "class A(metaclass=Angry): pass\ndef norm(x): pass\n"
    )
    assert find(source, "norm", "function", "x") is None
    problem = find(source, "nrm", "function", "x")
    assert problem is not None
    assert problem.suggestions == ("norm",)


def test_name_in_a_broken_cell_is_told_as_that_cells_syntax_error() -> None:
    """If the entry is in a cell that cannot be read, the syntax error is the message."""
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**code, "source": "x = 1"}, {**code, "source": "class Norm:\n    def forward(self, x:\n"}]
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    loaded = load_code(SourceKind.NOTEBOOK, json.dumps(content).encode(), "ex.ipynb")
    namespace = new_module(loaded).__dict__
    execute(loaded, namespace)
    problem = find_entry(namespace, "Norm", "class", ("dim",), loaded)
    assert problem is not None
    assert (problem.kind, problem.cell, problem.line) == (SourceFault.SYNTAX, 2, 2)
