"""A plain folder: the first folder, or the file's name, is the learner."""

from __future__ import annotations

from pathlib import Path

from grader.domain.classroom import Platform
from grader.intake.class_folder import open_class
from tests.intake.exports import FF, LN, only, opened
from tests.intake.samples import EXERCISES, read, write_folder


def test_plain_folder(tmp_path: Path) -> None:
    """Folders and files are learners, junk is nobody's, and a roster beside them is not a learner."""
    found = read(opened(tmp_path, Platform.PLAIN))
    assert set(found) == {"anna", "王小明", "bob", "carol"}
    assert {key: only(found, key).exercises for key in found} == {
        "anna": (3,),
        "王小明": (3,),
        "bob": (3,),
        "carol": (2,),
    }


def test_one_learners_own_folder(tmp_path: Path) -> None:
    """A folder of exercise files is one learner, named as the folder."""
    files = {"ex02_layer_norm_module.py": LN, "ex03_feed_forward.py": FF}
    found = read(open_class(write_folder(tmp_path / "anna", files), EXERCISES))
    assert sorted(handin.exercises for handin in found["anna"]) == [(2,), (3,)]
