"""A whole class is read learner by learner, and nothing is lost in silence."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import IntakeFault
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, LN, MOODLE
from tests.intake.samples import EXERCISES, read, write_folder, write_zip


def test_learner_zips_in_a_platforms_zip(tmp_path: Path) -> None:
    """A zip that a learner handed in is opened, its files told apart by exercise."""
    inner = write_zip(
        tmp_path / "work.zip", {"hw/ex03.py": FF, "hw/ex02.py": LN, "__MACOSX/hw/._ex03.py": b""}
    )
    files = {"Anna_1001_assignsubmission_file_/work.zip": inner.read_bytes()}
    found = read(open_class(write_zip(tmp_path / "class.zip", files), EXERCISES))
    assert sorted(handin.exercises for handin in found["1001"]) == [(2,), (3,)]


def test_files_that_the_form_gives_to_nobody_are_told(tmp_path: Path) -> None:
    """A source whose name the platform cannot have written is told, not dropped in silence."""
    files = {**MOODLE, "stray/ex03.py": FF, "stray/notes.txt": b"x"}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    assert [(problem.kind, problem.path) for problem in folder.problems] == [
        (IntakeFault.NOBODYS, "stray/ex03.py")
    ]
