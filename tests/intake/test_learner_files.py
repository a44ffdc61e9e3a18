"""One learner's files: which exercise each is for, which one counts, and what is told of the rest."""

from __future__ import annotations

import os
from pathlib import Path

from grader.domain.classroom import Handin, IntakeFault
from grader.intake.class_folder import open_class
from tests.intake.samples import EXERCISES, code, notebook, quizzes, read, write_folder

FF, LN = code("FeedForward"), code("LayerNorm")


def handins(tmp_path: Path, files: dict[str, bytes], *wanted: int) -> list[Handin]:
    """Return what the learner "anna" handed in, files being ordered from old to new."""
    path = write_folder(tmp_path / "class", {f"anna/{name}": content for name, content in files.items()})
    for age, name in enumerate(files):
        os.utime(path / "anna" / name, (1_000_000_000 + 1000 * age, 1_000_000_000 + 1000 * age))
    return read(open_class(path, EXERCISES, wanted)).get("anna", [])


def test_definitions_tell_where_the_name_does_not(tmp_path: Path) -> None:
    """A file counts for every exercise whose entries it defines, the first of those with equal entries."""
    (handin,) = handins(tmp_path, {"solution.py": code("LayerNorm", "FeedForward", "EncoderLayer")})
    assert handin.exercises == (2, 3, 8)


def test_all_entries_are_needed(tmp_path: Path) -> None:
    """An exercise with two entries is not recognised by one of them."""
    (handin,) = handins(tmp_path, {"solution.py": b"def count_params(): pass\n" + FF})
    assert handin.exercises == (3,)


def test_wanted_exercise_settles_equal_entries(tmp_path: Path) -> None:
    """Exercises with the same entry are told apart by what is being graded."""
    (handin,) = handins(tmp_path, {"solution.py": code("EncoderLayer")}, 10)
    assert handin.exercises == (10,)


def test_several_exercises_in_one_notebook(tmp_path: Path) -> None:
    """A notebook's cells together tell its exercises, whatever else they hold."""
    body = notebook(
        b"%matplotlib inline\nimport torch\n", LN, b"def f(:\n", FF, b"manual_layer_norm = lambda x: x\n"
    )
    (handin,) = handins(tmp_path, {"solution.ipynb": body})
    assert handin.exercises == (1, 2, 3)


def test_newest_file_counts_and_others_are_kept(tmp_path: Path) -> None:
    """Of several files for one exercise the newest counts; the others are named."""
    (handin,) = handins(tmp_path, {"b/ex03.py": b"x = 1", "ex03.ipynb": notebook(FF), "a/ex03.py": FF})
    assert handin.file_name == "anna/a/ex03.py"
    assert handin.choice.kept == ("anna/b/ex03.py", "anna/ex03.ipynb")


def test_newer_file_takes_only_its_own_exercises(tmp_path: Path) -> None:
    """A file that defines two exercises keeps the one that no newer file is for."""
    both, newer = handins(tmp_path, {"all.py": code("LayerNorm", "FeedForward"), "ex03.py": FF})
    assert (both.exercises, both.choice.kept) == ((2,), ())
    assert (newer.exercises, newer.choice.kept) == ((3,), ("anna/all.py",))


def test_unwanted_exercises_are_left_alone(tmp_path: Path) -> None:
    """A file for an exercise that is not being graded is no hand-in and no fault."""
    assert handins(tmp_path, {"ex02.py": LN}, 3) == []


def test_single_wanted_exercise_takes_an_unknown_file(tmp_path: Path) -> None:
    """If one exercise is graded, a file that tells nothing is taken for it, to be told why not."""
    (handin,) = handins(tmp_path, {"solution.py": b"class Feedforward: pass\n"}, 3)
    assert handin.exercises == (3,)


def test_file_for_no_exercise_is_told(tmp_path: Path) -> None:
    """A file that tells no exercise is told, with its source; beside real work it is passed over."""
    (handin,) = handins(tmp_path, {"solution.py": b"x = 1\n"})
    assert handin.problem is not None
    assert handin.problem.kind is IntakeFault.UNKNOWN_EXERCISE
    (handin,) = handins(tmp_path / "b", {"tools.py": b"x = 1\n", "ex03.py": FF})
    assert (handin.problem, handin.exercises) == (None, (3,))


def test_wrong_files_are_told(tmp_path: Path) -> None:
    """A learner with other files only gets one result that names them."""
    (handin,) = handins(tmp_path, {"report.pdf": b"x", "ex03.txt": FF})
    assert handin.problem is not None
    assert handin.problem.kind is IntakeFault.NO_SOURCE
    assert set(handin.problem.detail.split(", ")) == {"report.pdf", "ex03.txt"}


def test_empty_folder_is_a_learner_without_work(tmp_path: Path) -> None:
    """A learner's empty folder is told, not forgotten."""
    path = write_folder(tmp_path / "class", {"anna/ex03.py": FF, "bob/": b""})
    (handin,) = read(open_class(path, EXERCISES))["bob"]
    assert handin.problem is not None
    assert handin.problem.kind is IntakeFault.NO_SOURCE


def test_saved_quizzes_are_found(tmp_path: Path) -> None:
    """A quiz file among the work is delivered as such; other JSON is not."""
    body = b'{"schema": "addnorm.quiz_answers/1", "answers": []}'
    files = {"anna/quiz.json": body, "anna/settings.json": b"{}", "bob/ex03.py": FF}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    (quiz,) = quizzes(folder)
    assert (quiz.learner_key, quiz.file_name, quiz.content) == ("anna", "anna/quiz.json", body)
    assert "anna" not in read(folder)


def test_names_that_become_equal_are_kept_apart(tmp_path: Path) -> None:
    """Learners whose cleaned names are equal stay two learners, the same two in every run."""
    files = {"anna/ex03.py": FF, "an\u200bna/ex03.py": LN, "Anna/ex03.py": FF, "CON/ex03.py": FF}
    folder = open_class(write_folder(tmp_path / "class", files), EXERCISES)
    keys = [key for key, _ in folder.learners]
    assert len({key.casefold() for key in keys}) == 4
    assert "_CON" in keys
    assert open_class(tmp_path / "class", EXERCISES).learners == folder.learners
