"""A learner's day around the grading itself: start, reset, progress, hints, the discussion after passing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.commands import Outcome, grade

RIGHT = """
def manual_layer_norm(x, gamma, beta, eps=1e-5):
    variance = x.var(-1, keepdim=True, unbiased=False)
    return gamma * (x - x.mean(-1, keepdim=True)) / (variance + eps).sqrt() + beta
"""
WRONG = RIGHT.replace(", unbiased=False", "")
NAME = "ex01_manual_layer_norm.py"


@pytest.fixture(name="learner")
def _learner(tmp_path: Path) -> Callable[..., Outcome]:
    """`grade` as one learner with a database of their own, in a fresh working folder."""

    def run(*arguments: str) -> Outcome:
        return grade(
            *arguments, cwd=tmp_path, env={"GRADE_DB": str(tmp_path / "scores.db"), "GRADE_LEARNER": "ada"}
        )

    assert run("start", ".").code == 0
    return run


def _states(found: Outcome) -> dict[int, tuple[str, str]]:
    return {row["number"]: (row["state"], row["file"]) for row in json.loads(found.out)["exercises"]}


def test_start_leaves_what_is_there(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """A second `grade start` writes what is missing and touches nothing else."""
    (tmp_path / NAME).write_text("mine\n")
    (tmp_path / "ex02_layer_norm.py").unlink()
    again = learner("start", ".")
    assert "1 file written" in again.out
    assert (tmp_path / "ex02_layer_norm.py").exists()
    assert (tmp_path / NAME).read_text() == "mine\n"


def test_reset_keeps_what_was_written(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """`grade reset` puts the stub back and moves the learner's text to backups/, however often."""
    stub = (tmp_path / NAME).read_text()
    for text in ("first = 1\n", "second = 2\n", "third = 3\n"):
        (tmp_path / NAME).write_text(text)
        assert learner("reset", "1").code == 0
        assert (tmp_path / NAME).read_text() == stub
    kept = {path.read_text() for path in (tmp_path / "backups").iterdir()}
    assert kept == {"first = 1\n", "second = 2\n", "third = 3\n"}
    assert learner("exercise", "1").code == 1  # the backups are not taken for a second file of the exercise


def test_reset_of_a_stub_makes_no_backup(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """Nothing is backed up where nothing was written, and a file that was deleted comes back."""
    assert learner("reset", "1").code == 0
    (tmp_path / "ex02_layer_norm.py").unlink()
    assert learner("reset", "2").code == 0
    assert (tmp_path / "ex02_layer_norm.py").exists()
    assert not (tmp_path / "backups").exists()


def test_reset_outside_a_working_folder_is_refused(tmp_path: Path) -> None:
    """`grade reset` in a folder without exercises writes nothing and says where to go."""
    found = grade("reset", "1", cwd=tmp_path)
    assert found.code == 2
    assert "grade start" in found.err
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_is_reset_to_a_notebook(tmp_path: Path) -> None:
    """Resetting a notebook gives the notebook of the stub, and the old one is kept whole."""
    assert grade("start", ".", "--notebook", cwd=tmp_path).code == 0
    path = tmp_path / "ex01_manual_layer_norm.ipynb"
    stub = path.read_text()
    document = json.loads(stub)
    document["cells"][1]["source"] = "x = 1\n"
    path.write_text(json.dumps(document))
    assert grade("reset", "1", cwd=tmp_path).code == 0
    assert path.read_text() == stub
    (kept,) = (tmp_path / "backups").iterdir()
    assert json.loads(kept.read_text()) == document


def test_progress_follows_the_digest_of_the_source(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """The ladder tells a stub, an ungraded file, a graded one, an accepted one, and one changed since."""
    assert _states(learner("progress", "--json"))[1] == ("open", "stub")
    (tmp_path / NAME).write_text(WRONG)
    assert _states(learner("progress", "--json"))[1] == ("started", "changed")
    assert "not graded yet" in learner("progress").out
    assert learner("exercise", "1").code == 1
    assert _states(learner("progress", "--json"))[1] == ("started", "graded")
    (tmp_path / NAME).write_text(RIGHT)
    assert learner("exercise", "1").code == 0
    assert _states(learner("progress", "--json"))[1] == ("done", "accepted")
    assert "changed since" not in learner("progress").out
    (tmp_path / NAME).write_text(RIGHT + "\nprint(1)\n")
    assert _states(learner("progress", "--json"))[1] == ("done", "changed")
    assert "file changed since" in learner("progress").out


def test_progress_says_what_is_next_and_why(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """What is begun comes first, then what builds on what is done; the reason names the concepts."""
    (tmp_path / NAME).write_text(WRONG)
    learner("exercise", "1")
    begun = learner().out
    assert "Next: exercise 1" in begun
    assert "not accepted yet" in begun
    (tmp_path / NAME).write_text(RIGHT)
    learner("exercise", "1")
    after = learner("progress").out
    assert "Next: exercise 2" in after
    assert "you have done layer normalisation (1)" in after
    assert json.loads(learner("progress", "--json").out)["next"] == 2


def test_the_discussion_comes_after_passing(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """`grade progress 1` and `--verbose` show the discussion once the exercise is accepted, and not before."""
    (tmp_path / NAME).write_text(WRONG)
    assert "Discussion" not in learner("exercise", "1", "--verbose").out
    before = learner("progress", "1").out
    assert "Discussion" not in before
    assert "ln-unbiased-variance" in before
    (tmp_path / NAME).write_text(RIGHT)
    accepted = learner("exercise", "1", "--verbose").out
    assert "Discussion" in accepted
    assert "Every token is normalised on its own" in accepted
    assert "Discussion" not in learner("exercise", "1").out
    assert "Discussion" in learner("progress", "1").out
    assert "讨论" in learner("progress", "1", "--lang", "zh").out


def test_the_third_hint_waits_for_two_attempts(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """Two hints are free; the third is held back until two attempts were made."""
    for _ in range(3):
        early = learner("hint", "1").out
    assert "Hint 2 of 3" in early
    assert "Hint 3 of 3" not in early
    (tmp_path / NAME).write_text(WRONG)
    learner("exercise", "1")
    assert "1 to go" in learner("hint", "1").out
    learner("exercise", "1")
    third = learner("hint", "1").out
    assert "Hint 3 of 3" in third
    assert "These are all the hints" not in third


@pytest.mark.parametrize(
    "source", ["def (", "def other(x):\n    return x\n"], ids=["unreadable", "another's"]
)
def test_what_cannot_be_graded_is_no_attempt(
    learner: Callable[..., Outcome], tmp_path: Path, source: str
) -> None:
    """A file that Python cannot read, or that lacks the function, brings the third hint no nearer, nor does it show."""
    (tmp_path / NAME).write_text(source)
    for command in (("exercise", "1"), ("exercise", "1"), ("watch", "1", "--times", "1")):
        assert learner(*command).code == 1
    assert json.loads(learner("progress", "--json").out)["exercises"][0]["attempts"] == 0
    for _ in range(2):
        learner("hint", "1")
    assert "2 to go" in learner("hint", "1", "--lang", "en").out


def test_hints_and_progress_end_with_a_next_step(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """After each hint and after one exercise's progress stands what to do next; a hint is offered only if it comes."""

    def last(*arguments: str) -> str:
        return learner(*arguments).out.splitlines()[-1]

    grading, more = "Next: grade exercise 1", "grade hint 1 (the next hint)"
    assert last("hint", "1", "--lang", "en") == f"{grading}   ·   {more}"
    assert last("hint", "1", "--lang", "en") == grading
    assert last("progress", "1", "--lang", "en") == f"{grading}   ·   grade hint 1"
    assert last("progress", "1", "--lang", "zh") == "下一步：grade exercise 1   ·   grade hint 1"
    (tmp_path / NAME).write_text(RIGHT)
    learner("exercise", "1")
    assert last("progress", "1", "--lang", "en") == "Next: grade quiz --exercise 1   ·   grade"


def test_after_the_last_hint_come_quiz_and_grading(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """Whoever asks for a fourth hint is told that there is none, and what to do instead, in both languages."""
    (tmp_path / NAME).write_text(WRONG)
    for _ in range(2):
        learner("exercise", "1")
    for _ in range(3):
        learner("hint", "1")
    english = learner("hint", "1", "--lang", "en").out
    assert "These are all the hints. Next: grade quiz layer-norm   ·   grade exercise 1" in english
    assert "提示到此为止" in learner("hint", "1", "--lang", "zh").out


def test_start_makes_no_folder_within_a_folder(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """`grade start work` typed inside a working folder writes nothing and says how to complete that one."""
    for arguments in (("start", "work"), ("start",), ("start", "work", "--lang", "zh")):
        refused = learner(*arguments)
        assert refused.code == 2
        assert "grade start ." in refused.err
    assert not (tmp_path / "work").exists()
    assert "Next: edit ex01" in learner("start", ".", "--lang", "en").out


def test_bare_grade_is_short(learner: Callable[..., Outcome], tmp_path: Path) -> None:
    """`grade` alone counts what is done, shows what is begun and what is next; the ladder is `grade progress`."""
    (tmp_path / NAME).write_text(WRONG)
    learner("exercise", "1")
    short, whole = learner("--lang", "en").out, learner("progress", "--lang", "en").out
    assert "Done: 0 of 24 exercises." in short
    assert "started  Layer normalisation by hand" in short
    assert "Next: exercise 1" in short
    assert "MultiHeadAttention" in whole
    assert "MultiHeadAttention" not in short
    assert "grade progress" in short
    assert "已完成 0 / 24 道练习" in learner("--lang", "zh").out
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    found = grade("--lang", "en", cwd=outside, env={"GRADE_DB": str(tmp_path / "s.db")}).out
    assert "This folder holds no exercise" in found


def test_a_copied_file_makes_no_working_folder(tmp_path: Path) -> None:
    """One exercise's file in a folder, copied there, does not keep `grade start` from making a folder beside it."""
    (tmp_path / NAME).write_text(RIGHT)
    assert grade("start", "work", cwd=tmp_path).code == 0
    assert (tmp_path / "work" / NAME).exists()


def test_chinese_stubs_say_where_the_statement_is(tmp_path: Path) -> None:
    """A stub written for Chinese opens with a Chinese line that names the statement's file, and is still a stub."""
    grade("start", ".", "--lang", "zh", cwd=tmp_path)
    first = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()[0]
    named = first.split("：")[1].split()[0]
    assert first.startswith("# 中文题目说明")
    assert (tmp_path / named).is_file()
    assert "没有评分" in grade("exercise", "1", "--lang", "zh", "--db", "sqlite://", cwd=tmp_path).out
    assert "就是空白题目" in grade("reset", "1", "--lang", "zh", cwd=tmp_path).out
