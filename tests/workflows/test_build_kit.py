"""`grade kit`: what a student gets grades the public cases in a fresh environment, and holds nothing of
`reference/`.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.commands import grade
from tests.conftest import ROOT
from tests.workflows.installed import Environment

WRONG = ROOT / "examples" / "wrong_feed_forward.py"
RIGHT = ROOT / "examples" / "right_feed_forward.py"
LEAST = 24  # a shorter line of code is no secret: `return x`


@dataclass(frozen=True)
class Unpacked:
    """A kit on disk, the zip that it came from, and an environment with its wheel."""

    archive: Path
    folder: Path
    environment: Environment


@pytest.fixture(name="kit", scope="module")
def _kit(tmp_path_factory: pytest.TempPathFactory) -> Unpacked:
    """The kit of all exercises, made once, unpacked outside the clone, its wheel installed."""
    base = tmp_path_factory.mktemp("kit")
    archive = base / "kit.zip"
    made = grade("kit", "-o", archive)
    assert made.code == 0, made.err
    with zipfile.ZipFile(archive) as found:
        found.extractall(base)
    folder = base / "addnorm-kit"
    (wheel,) = folder.glob("*.whl")
    return Unpacked(archive, folder, Environment.with_wheel(base / "venv", wheel))


def _contents(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """Every file of a zip, and of the zips in it."""
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        for name in found.namelist():
            content = found.read(name)
            yield name, content
            if name.endswith((".whl", ".zip")):
                yield from ((f"{name}!{inner}", inside) for inner, inside in _contents(content))


def _lines(folder: Path) -> set[bytes]:
    """The lines of all texts below a folder, without the short ones."""
    kinds = {".py", ".toml", ".md"}
    texts = (path.read_bytes() for path in folder.rglob("*") if path.suffix in kinds)
    found = (line.strip() for text in texts for line in text.splitlines())
    return {line for line in found if len(line) >= LEAST}


def test_nothing_of_the_reference_is_in_a_kit(kit: Unpacked) -> None:
    """No file of a kit or of its wheel is named like the reference or has a line of code that only stands
    there.
    """
    public = set.union(*(_lines(ROOT / name) for name in ("grader", "exercises", "quizzes", "tests")))
    secret = _lines(ROOT / "reference") - public
    assert len(secret) > 1000
    for name, content in _contents(kit.archive.read_bytes()):
        assert "reference" not in name.split("/"), name
        assert not {line.strip() for line in content.splitlines()} & secret, name
        if name.endswith(".frames"):
            assert not [line for line in secret if line in content], name


def test_a_kit_holds_what_a_learner_needs(kit: Unpacked) -> None:
    """For every exercise there are stub, statements in both languages and sealed cases; and the quizzes."""
    for folder in (ROOT / "exercises").glob("ex*"):
        for name in ("stub.py", "exercise.toml", "statement.en.md", "statement.zh.md"):
            assert (kit.folder / "exercises" / folder.name / name).is_file()
        assert (kit.folder / "sealed" / f"{folder.name}.frames").is_file()
    quizzes = {path.name for path in (kit.folder / "quizzes").iterdir()}
    assert quizzes == {path.name for path in (ROOT / "quizzes").glob("*.toml")}


def test_a_kit_diagnoses_by_its_public_cases(kit: Unpacked) -> None:
    """In a fresh environment a wrong FeedForward is named, a right one accepted; the hidden checks are
    announced.
    """
    assert kit.environment.run("grade", "start", "work", cwd=kit.folder).code == 0
    work = kit.folder / "work"
    wrong = kit.environment.run("grade", "exercise", "3", WRONG, cwd=work)
    assert wrong.code == 1, wrong.err
    assert "affine map" in wrong.out
    assert "16 hidden checks are not in this kit: your instructor runs them" in wrong.out
    right = kit.environment.run("grade", "exercise", "3", RIGHT, "--json", cwd=work)
    assert right.code == 0, right.err
    result = json.loads(right.out)
    assert (result["verdict"], result["unrun_checks"], len(result["checks"])) == ("accepted", 16, 2)
    untouched = kit.environment.run("grade", "exercise", "1", cwd=work)
    assert "not attempted" in untouched.out
    assert kit.environment.run("grade", "hint", "3", cwd=work).code == 0


def test_the_wheel_of_a_kit_is_a_course_by_itself(kit: Unpacked, tmp_path: Path) -> None:
    """Outside the kit's folder too, the installed wheel has the exercises, and no module called reference."""
    found = kit.environment.run("grade", "exercise", "3", RIGHT, cwd=tmp_path)
    assert found.code == 0, found.err
    code = "import importlib.util as u; print(u.find_spec('reference'), u.find_spec('grader').origin)"
    said = kit.environment.run("python", "-c", code, cwd=tmp_path).out.split()
    assert said[0] == "None"
    assert Path(said[1]).is_relative_to(kit.environment.folder)


def test_a_kit_needs_the_whole_course(tmp_path: Path) -> None:
    """A kit is not made over an existing file, nor from a course without the reference."""
    (tmp_path / "kit.zip").write_text("mine")
    found = grade("kit", "-o", tmp_path / "kit.zip")
    assert found.code == 2
    assert (tmp_path / "kit.zip").read_text() == "mine"
    course = tmp_path / "course"
    course.mkdir()
    for name in ("exercises", "quizzes"):
        (course / name).symlink_to(ROOT / name)
    found = grade("kit", "-o", tmp_path / "other.zip", "--course", course)
    assert found.code == 2
    assert "no reference solution" in found.err
    assert not (tmp_path / "other.zip").exists()
