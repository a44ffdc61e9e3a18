"""`exercises/course.toml` is read strictly, with all of its faults at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.course_file import FILE, load_vocabulary
from grader.domain.errors import ContentError
from grader.domain.exercise import COURSE_FORMAT
from grader.weights.vocabulary import Vocabulary
from tests.conftest import ROOT

SMALL = f"""
format = "{COURSE_FORMAT}"
[weights]
heads_argument = "num_heads"
[[weights.parts]]
name = "q"
words = ["query"]
heads = "in"
"""


def _write(course: Path, text: str) -> Path:
    path = course / FILE
    path.parent.mkdir()
    path.write_text(text)
    return course


def test_a_course_without_the_file_has_no_words(tmp_path: Path) -> None:
    """The file may be left out: then names say nothing."""
    assert load_vocabulary(tmp_path) == Vocabulary()


def test_the_words_are_read(tmp_path: Path) -> None:
    """What stands in the file is in the vocabulary, and what is left out is empty."""
    found = load_vocabulary(_write(tmp_path, SMALL))
    assert [(part.name, part.words, part.heads) for part in found.parts] == [("q", ("query",), "in")]
    assert (found.heads_argument, found.places, found.letters) == ("num_heads", (), "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("format = 'addnorm.course/9'", "format"),
        ("[weights]\nbefore = []", "format"),
        (SMALL + "\nheads_of = 'x'", "weights.parts[q].heads_of"),
        (SMALL.replace('"in"', '"left"'), "weights.parts[q].heads"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    """Another version, a missing key, a stray one and a wrong word are each told with file and place."""
    with pytest.raises(ContentError) as caught:
        load_vocabulary(_write(tmp_path, text))
    assert [(problem.file, problem.place) for problem in caught.value.problems] == [(FILE, place)]


def test_the_courses_own_file_is_sound() -> None:
    """The course knows words for the parts of its layers."""
    parts = {part.name for part in load_vocabulary(ROOT).parts}
    assert parts >= {"q", "k", "v", "o"}
