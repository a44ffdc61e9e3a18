"""Every platform's layout is recognised by itself, behind whatever it was wrapped in."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.classroom import Platform
from grader.domain.errors import UsageError
from grader.intake.class_folder import open_class
from tests.intake.exports import ALL, MOODLE
from tests.intake.samples import EXERCISES, open_both, read, write_folder


@pytest.mark.parametrize("platform", list(ALL))
def test_each_layout_is_recognised_as_folder_and_as_archive(tmp_path: Path, platform: Platform) -> None:
    """The platform and its learners are the same from the folder, a zip of it, and a zip with it inside."""
    folder, packed, wrapped = open_both(tmp_path, "class", ALL[platform])
    assert {each.platform for each in (folder, packed, wrapped)} == {platform}
    assert folder.learners == packed.learners == wrapped.learners
    digests = [
        {key: [h.submission and h.submission.digest for h in handins] for key, handins in read(each).items()}
        for each in (folder, packed, wrapped)
    ]
    assert digests[0] == digests[1] == digests[2]


def test_form_can_be_insisted_on(tmp_path: Path) -> None:
    """`--from` overrules what the layout looks like, and says so where nothing fits."""
    path = write_folder(tmp_path / "class", MOODLE)
    folder = open_class(path, EXERCISES, platform=Platform.PLAIN)
    assert folder.platform is Platform.PLAIN
    assert "Anna Berg_1001_assignsubmission_file_" in dict(folder.learners).values()
    with pytest.raises(UsageError, match="canvas"):
        open_class(path, EXERCISES, platform=Platform.CANVAS)


@pytest.mark.parametrize("name", ["missing", "file.txt"])
def test_no_class_is_a_usage_error(tmp_path: Path, name: str) -> None:
    """A path that is nothing or no class is told by its name."""
    (tmp_path / "file.txt").write_text("x")
    with pytest.raises(UsageError, match=name):
        open_class(tmp_path / name, EXERCISES)


def test_empty_folder_is_a_usage_error(tmp_path: Path) -> None:
    """A folder without submissions is told as such."""
    with pytest.raises(UsageError, match="no submissions"):
        open_class(tmp_path, EXERCISES)
