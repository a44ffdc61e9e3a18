"""The exercises as the course ships them: no fault in a file, and no tie that leads nowhere."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grader.catalog.exercises import load_ladder
from grader.domain.exercise import Exercise


@pytest.fixture(scope="module")
def ladder(root: Path) -> tuple[Exercise, ...]:
    """Load every exercise of the course."""
    return load_ladder(root)


@pytest.fixture(scope="module")
def quizzes(root: Path) -> dict[str, set[str]]:
    """Return the ids of the questions of each quiz."""
    topics = [path for path in (root / "quizzes").glob("*.toml") if path.name != "misconceptions.toml"]
    return {
        path.stem: {q["id"] for q in tomllib.loads(path.read_text("utf-8"))["question"]} for path in topics
    }


def test_the_ladder_has_no_gap(ladder: tuple[Exercise, ...]) -> None:
    """The exercises are numbered from 1 without a gap."""
    assert [exercise.number for exercise in ladder] == list(range(1, len(ladder) + 1))


def test_every_exercise_leads_to_a_quiz(ladder: tuple[Exercise, ...], quizzes: dict[str, set[str]]) -> None:
    """The quiz that an exercise names as the next step exists."""
    assert {exercise.id: exercise.quiz for exercise in ladder if exercise.quiz not in quizzes} == {}


def test_every_question_of_an_exercise_exists(
    ladder: tuple[Exercise, ...], quizzes: dict[str, set[str]]
) -> None:
    """The questions that an exercise lists are in the quizzes."""
    known = set().union(*quizzes.values())
    missing = {exercise.id: set(exercise.questions) - known for exercise in ladder}
    assert {id_: questions for id_, questions in missing.items() if questions} == {}
