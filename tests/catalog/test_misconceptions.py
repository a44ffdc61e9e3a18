"""Loading the catalogue of misconceptions: by id, lazily, and with all faults of the file at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.catalog.misconceptions import FILE, Misconceptions, load_misconceptions
from grader.domain.errors import ContentError, Problem
from grader.domain.misconception import Kind, Misconception, QuestionLink
from grader.domain.text import Text

ENTRY = """
[[misconception]]
id = "ln-unbiased-variance"
exercises = [1, 2]
kind = "bug"
belief.en = "The variance is divided by D - 1."
belief.zh = "方差要除以 D - 1。"
correction.en = "Divide by D."
correction.zh = "应除以 D。"
source = ""
questions = ["ln-02-compute-by-hand"]
question_link = "direct"
"""


def course_with(folder: Path, text: str) -> Path:
    """Write a course that holds nothing but this catalogue."""
    file = folder / FILE
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return folder


def problems_of(course: Path) -> tuple[Problem, ...]:
    """Return the faults that loading this course's catalogue tells."""
    with pytest.raises(ContentError) as caught:
        load_misconceptions(course)
    return caught.value.problems


def test_an_entry_becomes_a_misconception(tmp_path: Path) -> None:
    """Every key of an entry arrives in the domain's type, under its id."""
    assert load_misconceptions(course_with(tmp_path, ENTRY)) == {
        "ln-unbiased-variance": Misconception(
            id="ln-unbiased-variance",
            exercises=(1, 2),
            kind=Kind.BUG,
            belief=Text(en="The variance is divided by D - 1.", zh="方差要除以 D - 1。"),
            correction=Text(en="Divide by D.", zh="应除以 D。"),
            source="",
            questions=("ln-02-compute-by-hand",),
            question_link=QuestionLink.DIRECT,
        )
    }


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    """Three faults in two entries are three problems, each at its id and key."""
    second = ENTRY.replace("ln-unbiased-variance", "ln-eps-missing").replace(
        'belief.zh = "方差要除以 D - 1。"\n', ""
    )
    first = ENTRY.replace('"bug"', '"bugg"') + "colour = 'red'\n"
    found = {(problem.place, problem.found) for problem in problems_of(course_with(tmp_path, first + second))}
    assert found == {
        ("misconception[ln-unbiased-variance].kind", "'bugg'"),
        ("misconception[ln-unbiased-variance].colour", "an unknown key"),
        ("misconception[ln-eps-missing].belief.zh", "nothing"),
    }


def test_a_wrong_value_is_told_with_what_was_expected(tmp_path: Path) -> None:
    """A problem names the file, the choices that exist and how to mend it."""
    (problem,) = problems_of(course_with(tmp_path, ENTRY.replace('"bug"', '"bugg"')))
    assert problem.file == "quizzes/misconceptions.toml"
    assert problem.expected == "'bug', 'contract' or 'robustness'"
    assert problem.remedy


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('id = "ln-unbiased-variance"', 'id = "LN_unbiased"', "misconception[LN_unbiased].id"),
        ("exercises = [1, 2]", "exercises = []", "misconception[ln-unbiased-variance].exercises"),
        ("exercises = [1, 2]", 'exercises = ["1"]', "misconception[ln-unbiased-variance].exercises[1]"),
        ("应除以 D。", "", "misconception[ln-unbiased-variance].correction.zh"),
        (
            "Divide by D.",
            "The variance is divided by D - 1.",
            "misconception[ln-unbiased-variance].belief.en",
        ),
    ],
    ids=[
        "id not kebab-case",
        "no exercise",
        "number as text",
        "one language empty",
        "belief is its own correction",
    ],
)
def test_a_faulty_value_is_found_at_its_place(tmp_path: Path, old: str, new: str, place: str) -> None:
    """Each rule of the format has a fault that is told at the very key."""
    assert [problem.place for problem in problems_of(course_with(tmp_path, ENTRY.replace(old, new)))] == [
        place
    ]


def test_an_id_stands_for_one_entry(tmp_path: Path) -> None:
    """The same id twice is a fault, though the schema holds; so is the same belief twice."""
    places = [problem.place for problem in problems_of(course_with(tmp_path, ENTRY + ENTRY))]
    assert places == [
        "misconception[ln-unbiased-variance].id",
        "misconception[ln-unbiased-variance].belief.en",
        "misconception[ln-unbiased-variance].belief.zh",
    ]


@pytest.mark.parametrize(
    ("content", "found"),
    [(None, "no such file"), (b"[[misconception]\n", "line 1"), (b"# \xff\n", "0xff at offset 2")],
    ids=["missing", "not TOML", "not UTF-8"],
)
def test_a_file_that_cannot_be_read_is_a_content_error(
    tmp_path: Path, content: bytes | None, found: str
) -> None:
    """A missing, broken or wrongly encoded file is told like any other fault, with the place in it."""
    course_with(tmp_path, "").joinpath(FILE).unlink()
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    (problem,) = problems_of(tmp_path)
    assert found in problem.found


def test_the_catalogue_is_read_at_the_first_look_up(tmp_path: Path) -> None:
    """A course without a catalogue does no harm until somebody asks for a misconception."""
    lazy = Misconceptions(tmp_path)
    with pytest.raises(ContentError):
        lazy.get("ln-unbiased-variance")
    course_with(tmp_path, ENTRY)
    assert lazy["ln-unbiased-variance"].exercises == (1, 2)
    (tmp_path / FILE).unlink()
    assert list(lazy) == ["ln-unbiased-variance"]


def test_loading_imports_no_model_classes(root: Path) -> None:
    """Reading the catalogue must not pay for pydantic's models: its engine alone checks the file."""
    code = (
        "import sys, pathlib; from grader.catalog.misconceptions import load_misconceptions; "
        f"load_misconceptions(pathlib.Path({str(root)!r})); sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
