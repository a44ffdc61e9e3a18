"""A file of the grader is one subject, short enough to be read at one go."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

LONGEST_FILE, LONGEST_FUNCTION, MEDIAN = 350, 50, 130


def _sources(root: Path) -> dict[str, str]:
    paths = sorted((root / "grader").rglob("*.py"))
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def description(source: str) -> str:
    """The first paragraph of a module's docstring, in one line."""
    return " ".join((ast.get_docstring(ast.parse(source)) or "").partition("\n\n")[0].split())


def long_functions(source: str) -> list[str]:
    """The functions that are longer than a screen, decorators aside."""
    functions = [
        n for n in ast.walk(ast.parse(source)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return [n.name for n in functions if (n.end_lineno or n.lineno) - n.lineno + 1 > LONGEST_FUNCTION]


def test_no_description_needs_an_and(root: Path) -> None:
    """A module whose one-line description has an "and" is two modules, or is described badly."""
    found = {name: description(source) for name, source in _sources(root).items()}
    assert {name: text for name, text in found.items() if re.search(r"\band\b", text)} == {}


def test_no_function_is_longer_than_a_screen(root: Path) -> None:
    """No function has more than fifty lines."""
    found = {name: long_functions(source) for name, source in _sources(root).items()}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_no_file_is_long(root: Path) -> None:
    """No file has more than 350 lines, and the median has at most 130."""
    lengths = {name: len(source.splitlines()) for name, source in _sources(root).items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}
    assert median(lengths.values()) <= MEDIAN


def test_what_is_too_long_would_be_seen() -> None:
    """A wrapped description is read whole, and a function counts with its last line."""
    assert description('"""One\nand two.\n\nMore."""') == "One and two."
    body = "    x = 1\n" * LONGEST_FUNCTION
    assert long_functions(f"def short():\n{body[: -len('    x = 1')]}") == []
    assert long_functions(f"class A:\n  def long(self):\n{body}") == ["long"]


@pytest.mark.parametrize("room", ["weights", "judge", "protocol", "classrun"])
def test_each_module_has_a_test_of_its_name(root: Path, room: str) -> None:
    """What decides on marks is tested module by module, without a course."""
    modules = {path.stem for path in (root / "grader" / room).glob("*.py")} - {"__init__"}
    tested = {path.stem.removeprefix("test_") for path in (root / "tests" / room).glob("test_*.py")}
    assert modules
    assert modules - tested == set()
