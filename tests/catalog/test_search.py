"""Finding the exercise that a learner means."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.search import find_exercise
from grader.domain.errors import UsageError
from tests.catalog.small_course import NETWORK, write_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Write the small course: 1 is ex01_network, 2 is ex02_layer."""
    return write_course(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        "2",
        "02",
        "ex2",
        "EX02",
        "ex02_layer",
        "layer",
        "Layer",
        "run_layer",
        "run-layer",
        "a layer",
        "lay",
        "编码器层",
        "编码",
        "２",
    ],
)
def test_an_exercise_is_found_by_any_of_its_names(course: Path, words: str) -> None:
    """Number, id, name, entry, title in either language, or how its words begin: all mean exercise 2."""
    assert find_exercise(course, words) == 2


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("netwrok", "Did you mean 1 (network)?"),
        ("run_leyer", "Did you mean 2 (layer)?"),
        ("编码层", "Did you mean 2 (layer)?"),
        ("rabbit", "The exercises are numbered 1 to 2."),
        ("", "The exercises are numbered 1 to 2."),
        ("7", "The exercises are numbered 1 to 2."),
    ],
)
def test_a_near_miss_is_suggested(course: Path, words: str, hint: str) -> None:
    """What is nearly a name is answered with that name, and anything else with what there is."""
    with pytest.raises(UsageError) as caught:
        find_exercise(course, words)
    assert caught.value.hint.en == hint


def test_words_that_fit_several_exercises(course: Path) -> None:
    """The learner is not sent to one of several: both are named."""
    (course / "exercises" / "ex03_layer_norm").mkdir()
    with pytest.raises(UsageError, match=r"2 \(layer\), 3 \(layer-norm\)"):
        find_exercise(course, "lay")
    assert find_exercise(course, "layer") == 2


def test_a_faulty_exercise_is_found_by_its_folder(course: Path) -> None:
    """A course under construction can be searched: a broken file only loses its titles."""
    (course / NETWORK / "exercise.toml").write_text("title = [")
    assert find_exercise(course, "network") == 1
    assert find_exercise(course, "a layer") == 2


def test_an_empty_course_says_so(tmp_path: Path) -> None:
    """A folder without exercises has nothing to suggest, and says that."""
    with pytest.raises(UsageError) as caught:
        find_exercise(tmp_path, "3")
    assert caught.value.hint.en == "This course has no exercises."


@pytest.mark.parametrize("words", ["3", "ex03", "feed-forward", "feed_forward", "FeedForward"])
def test_the_courses_own_third_exercise(root: Path, words: str) -> None:
    """The names that the documentation uses for exercise 3 all find it."""
    assert find_exercise(root, words) == 3
