"""Props are read as text, come with the exercises that name them, and are never run by the catalogue."""

from __future__ import annotations

from pathlib import Path

from grader.catalog.exercises import load_exercise
from grader.catalog.props import FOLDER, read_props, unknown_props
from tests.conftest import ROOT


def test_every_file_is_a_prop_by_its_name(tmp_path: Path) -> None:
    """The files of the folder are read by name; one that is empty is a fault."""
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    (folder / "losses.py").write_text("raise SystemExit  # never run here\n")
    (folder / "nothing.py").write_text("\n")
    props, problems = read_props(tmp_path)
    assert list(props) == ["losses"]
    assert [problem.file for problem in problems] == [f"{FOLDER}/nothing.py"]


def test_an_unknown_prop_is_a_fault_of_the_exercise() -> None:
    """A name without a file is told, with the names that there are."""
    (problem,) = unknown_props("exercises/ex01_x/exercise.toml", ["a", "b"], {"a": "", "c": ""})
    assert (problem.place, problem.found, problem.expected) == ("props[b]", "b", "a prop: a, c")


def test_an_exercise_brings_its_props() -> None:
    """Exercise 9 is called with spying layers, exercise 3 with tensors alone."""
    assert list(load_exercise(ROOT, 9).props) == ["spying_layers"]
    assert load_exercise(ROOT, 3).props == {}
