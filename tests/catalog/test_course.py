"""Where the course is taken from, and what its digest covers."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.course import CourseLocation, Found, course_digest, find_course
from grader.domain.errors import UsageError
from tests.catalog.small_course import LAYER, NETWORK, edit, write_course


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Write the small course into a folder of its own."""
    return write_course(tmp_path / "course")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Make a folder that lies in no course."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def test_the_option_comes_first(course: Path, elsewhere: Path) -> None:
    """--course wins over GRADE_COURSE and over the folder one is in, and may be relative."""
    other = write_course(elsewhere / "other")
    found = find_course(Path("other"), {"GRADE_COURSE": str(course)}, elsewhere)
    assert found == CourseLocation(other, Found.OPTION)
    assert find_course(other, {}, course).path == other


def test_then_the_environment(course: Path, elsewhere: Path) -> None:
    """GRADE_COURSE wins over the folder one is in; an empty one is none."""
    other = write_course(elsewhere / "other")
    assert find_course(None, {"GRADE_COURSE": str(other)}, course) == CourseLocation(other, Found.ENVIRONMENT)
    assert find_course(None, {"GRADE_COURSE": ""}, course) == CourseLocation(course, Found.PARENT)


def test_then_the_nearest_folder_around(course: Path) -> None:
    """From deep inside a course, that course is found, and not one further out."""
    inner = write_course(course / "term" / "inner")
    assert find_course(None, {}, course / NETWORK) == CourseLocation(course, Found.PARENT)
    assert find_course(None, {}, inner / NETWORK) == CourseLocation(inner, Found.PARENT)


@pytest.mark.parametrize("place", ["installed/grader/course", "installed"])
def test_then_the_package(tmp_path: Path, elsewhere: Path, place: str) -> None:
    """Outside any course the package's own is taken: from within it, or from the clone around it."""
    course = write_course(tmp_path / place)
    found = find_course(None, {}, elsewhere, tmp_path / "installed" / "grader")
    assert found == CourseLocation(course, Found.PACKAGE)


def test_the_running_package_has_a_course(elsewhere: Path, root: Path) -> None:
    """Without any setting the course of this very package is found."""
    assert find_course(None, {}, elsewhere) == CourseLocation(root, Found.PACKAGE)


@pytest.mark.parametrize(("name", "words"), [("missing", "is no folder"), ("", "is no course")])
@pytest.mark.parametrize("by", ["--course", "GRADE_COURSE"])
def test_a_folder_that_is_no_course_is_refused(
    course: Path, elsewhere: Path, name: str, words: str, by: str
) -> None:
    """What the user names is taken at their word: no other course takes its place."""
    named = elsewhere / name
    option, environ = (named, {}) if by == "--course" else (None, {"GRADE_COURSE": str(named)})
    with pytest.raises(UsageError, match=f"{by}: .*{words}"):
        find_course(option, environ, course)


def test_no_course_at_all(elsewhere: Path, tmp_path: Path) -> None:
    """A package without its course says how to name one."""
    with pytest.raises(UsageError) as caught:
        find_course(None, {}, elsewhere, tmp_path / "nowhere" / "grader")
    assert "--course" in caught.value.hint.en


@pytest.mark.parametrize(
    "file",
    [
        f"{LAYER}/exercise.toml",
        f"{LAYER}/statement.zh.md",
        f"{LAYER}/stub.py",
        "exercises/blocks/scores.py",
        "quizzes/misconceptions.toml",
        "reference/ex02_layer/solution.py",
        "reference/ex02_layer/alternatives/einsum.py",
        "reference/ex01_network/solution.py",
    ],
)
def test_the_digest_changes_with_what_a_score_depends_on(course: Path, file: str) -> None:
    """Exercise, blocks, misconceptions, reference and what the reference imports: each changes the digest."""
    write_reference(course)
    before = course_digest(course, 2)
    path = course / file
    path.write_bytes(path.read_bytes() + b"\n")
    assert course_digest(course, 2) != before


@pytest.mark.parametrize("file", [f"{NETWORK}/stub.py", "quizzes/other.toml", "reference/ex01_network/.swp"])
def test_the_digest_ignores_the_rest(course: Path, file: str) -> None:
    """Another exercise, a quiz and an editor's hidden file leave the digest alone: scores stay comparable."""
    write_reference(course)
    before = course_digest(course, 2)
    (course / file).write_text("changed\n")
    assert course_digest(course, 2) == before


def test_the_digest_knows_names_from_contents(course: Path) -> None:
    """A character that moves from the end of one file to the start of the next changes the digest."""
    before = course_digest(course, 1)
    edit(course / NETWORK / "statement.en.md", "network\n", "network")
    edit(course / NETWORK / "statement.zh.md", "#", "\n#")
    assert course_digest(course, 1) != before


def test_the_digest_is_the_same_in_another_place(course: Path, elsewhere: Path) -> None:
    """Equal contents have equal digests wherever the course lies, and one without the answers has another."""
    other = write_course(elsewhere / "copy")
    assert course_digest(other, 2) == course_digest(course, 2)
    write_reference(other)
    assert course_digest(other, 2) != course_digest(course, 2)


def test_the_digest_of_an_exercise_that_is_not_there(course: Path) -> None:
    """No exercise, no digest."""
    with pytest.raises(UsageError):
        course_digest(course, 9)


def write_reference(course: Path) -> None:
    """Give the small course answers: the layer's are built on the network's."""
    solutions = {
        "ex01_network/solution.py": "class Network: ...\n",
        "ex02_layer/solution.py": "from ..ex01_network.solution import Network\n",
        "ex02_layer/alternatives/einsum.py": "def run_layer(x): ...\n",
    }
    for name, text in solutions.items():
        path = course / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
