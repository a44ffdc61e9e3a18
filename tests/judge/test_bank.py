"""A reference is loaded by path, as data of one course, and never by a name that others could import."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from grader.catalog.course import has_reference
from grader.domain.errors import GraderError
from grader.judge.bank import load_bank

CASES = """
from grader.authoring import Call, Case

HEADS = 2

def cases(draw):
    yield Case("values", (Call("call", (draw.integers(0, 9, 3),), target="twice"),))
"""
MISTAKES = """
from .solution import twice

MISCONCEPTIONS = {"thrice": {"twice": lambda x: x + twice(x)}}
"""


def _course(folder: Path, factor: int) -> Path:
    place = folder / "reference" / "ex01_twice"
    place.mkdir(parents=True)
    (place / "solution.py").write_text(f"def twice(x):\n    return {factor} * x\n")
    (place / "cases.py").write_text(CASES)
    (place / "misconceptions.py").write_text(MISTAKES)
    return folder


def test_a_course_without_answers_is_told(tmp_path: Path) -> None:
    """A student's kit has no reference, and asking for it is our fault."""
    assert not has_reference(tmp_path, "ex01_twice")
    with pytest.raises(GraderError, match="no reference solution here"):
        load_bank(tmp_path, "ex01_twice", 1)


def test_everything_of_an_exercise_is_loaded(tmp_path: Path) -> None:
    """Solution, cases, misconceptions and heads come from the files; what is left out is empty."""
    course = _course(tmp_path, 2)
    assert has_reference(course, "ex01_twice")
    bank = load_bank(course, "ex01_twice", 1)
    assert bank.solution["twice"](3) == 6
    assert bank.misconceptions["thrice"]["twice"](3) == 9
    assert (bank.heads, tuple(bank.computations()), list(bank.combinations()), tuple(bank.variants)) == (
        2,
        (),
        [],
        (),
    )
    assert [case.check for case in bank.cases(5)] == ["values"]


def test_cases_depend_on_the_seed_alone(tmp_path: Path) -> None:
    """Equal seeds draw equal inputs, other seeds others."""
    bank = load_bank(_course(tmp_path, 2), "ex01_twice", 1)
    drawn = [bank.cases(seed)[0].steps[0].args[0].tolist() for seed in (5, 5, 6)]  # type: ignore[union-attr]
    assert drawn[0] == drawn[1] != drawn[2]


def test_two_courses_are_kept_apart(tmp_path: Path) -> None:
    """A second course's files do not answer for the first one's."""
    one, other = _course(tmp_path / "a", 2), _course(tmp_path / "b", 5)
    found = [load_bank(course, "ex01_twice", 1).solution["twice"](1) for course in (one, other, one)]
    assert found == [2, 5, 2]


def test_nobody_imports_the_answers_by_their_own_name(tmp_path: Path) -> None:
    """After loading, `reference` is as little a module as before."""
    load_bank(_course(tmp_path, 2), "ex01_twice", 1)
    with pytest.raises(ImportError):
        importlib.import_module("reference.ex01_twice.solution")


def test_props_come_along(tmp_path: Path) -> None:
    """The sources of props are run, and their classes are what cases may name."""
    bank = load_bank(_course(tmp_path, 2), "ex01_twice", 1, {"p": "class Prop:\n    pass\n"})
    assert list(bank.props) == ["Prop"]
