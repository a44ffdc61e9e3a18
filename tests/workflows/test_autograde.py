"""What a platform's container says about the files of its one learner."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.domain.text import Language
from grader.workflows.autograde import file_notes, read_handins
from tests.intake.samples import EXERCISES, code, write_folder

FF = code("FeedForward")
THREE = [exercise for exercise in EXERCISES if exercise.number == 3]


def notes(tmp_path: Path, files: dict[str, bytes], language: Language = Language.EN) -> list[str]:
    """What is told about these files where exercise 3 is graded."""
    folder = write_folder(tmp_path / "submission", files)
    return [words.get(language) for words in file_notes(read_handins(folder, THREE, (3,)), THREE)]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"model.py": FF}, []),
        ({}, ["Nothing was handed in."]),
        ({"report.pdf": b"x"}, ["report.pdf: no .py or .ipynb file was handed in. Found: report.pdf."]),
        (
            {"model.py": FF, "train.py": b"from model import FeedForward\n"},
            ["graded model.py (defines what the exercise asks for); not graded: train.py"],
        ),
    ],
)
def test_what_is_told_about_the_files(tmp_path: Path, files: dict[str, bytes], said: list[str]) -> None:
    """An empty hand-in has its reason, a choice is told."""
    found = notes(tmp_path, files)
    assert [line for line in found if "zip" not in line] == said


def test_an_exercise_without_a_file_says_what_was_looked_for(tmp_path: Path) -> None:
    """Where several exercises are graded, the one that no file is for is told with the names that tell it."""
    two = [exercise for exercise in EXERCISES if exercise.number in (2, 3)]
    folder = write_folder(tmp_path / "submission", {"ex02.py": code("LayerNorm")})
    (words,) = file_notes(read_handins(folder, two, (2, 3)), two)
    assert (
        words.en == "Exercise 3 (feed_forward): no file handed in is named after it or defines FeedForward."
    )
    assert "FeedForward" in words.zh


def test_the_same_in_chinese(tmp_path: Path) -> None:
    """The words exist in Chinese."""
    assert notes(tmp_path, {}, Language.ZH) == ["没有提交任何文件。"]
