"""Docstrings tell the truth about names; that public things have one is interrogate's business."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

# "`x: [B, S, D] float32`" states the shape or the type of a thing called x, as the house style writes it.
STATED = re.compile(r"`([A-Za-z_]\w*):\s[^`]+`")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def stated_names(docstring: str) -> list[str]:
    """Return the names that `docstring` states a shape or type for."""
    return STATED.findall(docstring)


def drifted_names(source: str) -> list[str]:
    """List "function: name" for each name that a docstring states and neither signature nor class knows."""
    return [
        f"{function.name}: {name}"
        for function, known in _functions(ast.parse(source), frozenset())
        for name in stated_names(ast.get_docstring(function) or "")
        if name not in known
    ]


def _functions(node: ast.AST, outer: frozenset[str]) -> Iterator[tuple[Function, frozenset[str]]]:
    """Yield each function with its parameters' names and the fields of the classes around it."""
    for child in ast.iter_child_nodes(node):
        known = outer
        if isinstance(child, ast.ClassDef):
            fields = (item.target for item in child.body if isinstance(item, ast.AnnAssign))
            known = outer | {field.id for field in fields if isinstance(field, ast.Name)}
        elif isinstance(child, Function):
            known = outer | _parameters(child)
            yield child, known
        yield from _functions(child, known)


def _parameters(function: Function) -> frozenset[str]:
    arguments = function.args
    named = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        arguments.vararg,
        arguments.kwarg,
    ]
    return frozenset(argument.arg for argument in named if argument is not None) | {"return", "returns"}


def test_docstrings_name_parameters_that_exist(root: Path) -> None:
    """A name whose shape or type a docstring states is a parameter of that very function."""
    sources = sorted((root / "grader").rglob("*.py"))
    drifted = {path: drifted_names(path.read_text("utf-8")) for path in sources}
    assert {str(path.relative_to(root)): names for path, names in drifted.items() if names} == {}


@pytest.mark.parametrize(
    ("signature", "expected"),
    [("q, k", []), ("query, k", ["f: q"]), ("*q, **k", [])],
    ids=["in step", "drifted", "starred"],
)
def test_a_renamed_parameter_is_seen(signature: str, expected: list[str]) -> None:
    """A parameter that was renamed without its docstring is reported; one in step is not."""
    source = (
        f'def f({signature}):\n    """Attend. `q: [B, S, D]`, `k: [B, S, D]` float32; `D` is the width."""\n'
    )
    assert drifted_names(source) == expected


def test_every_test_states_its_rule(root: Path) -> None:
    """Every test function has a docstring that says which rule it proves."""
    silent = [
        f"{path.relative_to(root)}: {function.name}"
        for path in sorted((root / "tests").rglob("test_*.py"))
        for function, _ in _functions(ast.parse(path.read_text("utf-8")), frozenset())
        if function.name.startswith("test_") and not ast.get_docstring(function)
    ]
    assert silent == []
