"""`grade class` as its users see it: on a pipe, on a terminal, interrupted, refused, as JSON."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.classrun.mixed_class import notebook
from tests.cli.commands import GRADE, grade
from tests.conftest import ROOT

RIGHT = ROOT / "examples" / "right_feed_forward.py"
WRONG = ROOT / "examples" / "wrong_feed_forward.py"
ROSTER = "学号,姓名,班级\nzoe,Zoë,A\n李雷,李雷,B\nabsent,Ab Sent,A\n"


def _both(root: Path) -> bytes:
    """One source for two exercises."""
    norm = (root / "reference" / "ex01_manual_layer_norm" / "alternatives" / "module_inside.py").read_bytes()
    return norm + b"\n\n" + RIGHT.read_bytes()


@pytest.fixture(scope="module")
def small_class(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Right, wrong, twice the same, two exercises in one notebook, an empty folder, a broken file, a loose
    one.
    """
    folder = tmp_path_factory.mktemp("class") / "作业"
    for learner in ("zoe", "李雷", "copy", "both", "nothing", "broken"):
        (folder / learner).mkdir(parents=True)
    shutil.copy(RIGHT, folder / "zoe" / "ex03.py")
    shutil.copy(WRONG, folder / "李雷" / "ex03.py")
    shutil.copy(WRONG, folder / "copy" / "ex03.py")
    (folder / "both" / "all.ipynb").write_bytes(notebook(_both(ROOT)))
    (folder / "nothing" / "readme.txt").write_text("sorry")
    (folder / "broken" / "ex03.zip").write_bytes(b"PK\x03\x04")
    return folder


@pytest.fixture(scope="module")
def graded(small_class: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], str]:
    """The class graded once for exercises 1 and 3, with a roster: database, JSON, standard error."""
    database = tmp_path_factory.mktemp("db") / "scores.db"
    roster = database.parent / "roster.csv"
    roster.write_text(ROSTER, encoding="utf-8")
    options = ("--exercise", "3", "--exercise", "1", "--roster", roster, "--db", database, "--json")
    done = grade("class", small_class, *options)
    assert done.code == 0, done.err
    return database, json.loads(done.out), done.err


def test_json_is_one_object(graded: tuple[Path, dict[str, Any], str]) -> None:
    """Standard output is one object of the schema, with what was graded and how it came out."""
    _, found, _ = graded
    assert found["schema"] == "addnorm.class/1"
    assert found["exercises"] == [1, 3]
    assert found["verdicts"] == {"accepted": 3, "wrong_answer": 2}
    assert (found["graded"], found["identical"], found["interrupted"]) == (5, 1, False)


def test_both_sides_of_the_roster_are_told(graded: tuple[Path, dict[str, Any], str]) -> None:
    """Who is in the roster without a submission, and who handed in without being in it."""
    _, found, _ = graded
    assert found["without_submission"] == ["absent"]
    assert set(found["not_in_roster"]) == {"both", "broken", "copy", "nothing"}


def test_what_nobody_can_place_is_told(graded: tuple[Path, dict[str, Any], str]) -> None:
    """A folder without a source and an archive that cannot be read appear by path and kind."""
    _, found, _ = graded
    kinds = {each["path"].partition("/")[0]: each["kind"] for each in found["left_out"]}
    assert kinds == {"nothing": "no_source", "broken": "not_an_archive"}


def test_a_pipe_gets_plain_lines(graded: tuple[Path, dict[str, Any], str]) -> None:
    """Where nobody watches, progress moves no cursor."""
    _, _, err = graded
    assert "\r" not in err
    assert "\x1b" not in err


def test_a_second_run_grades_only_what_changed(
    graded: tuple[Path, dict[str, Any], str], small_class: Path, tmp_path: Path
) -> None:
    """A changed source is graded again, its score's change is told with the cause, and the former attempt
    is kept.
    """
    database = shutil.copy(graded[0], tmp_path / "scores.db")
    folder = tmp_path / "copy" / small_class.name
    shutil.copytree(small_class, folder)
    shutil.copy(RIGHT, folder / "copy" / "ex03.py")
    _point_run_at(Path(database), folder)
    done = grade("class", folder, "--exercise", "3", "--exercise", "1", "--db", database, "--json")
    found = json.loads(done.out)
    assert (found["run"], found["graded"], found["unchanged"]) == (graded[1]["run"], 1, 4)
    (change,) = found["changes"]
    assert (change["learner"], change["causes"], change["after"]) == ("copy", ["source"], 10.0)
    from grader.store.store import open_store

    with open_store(f"sqlite:///{database}") as store:
        result = store.classes.result(found["run"], "copy", "ex03_feed_forward")
        assert result is not None
        (attempt,) = result.attempts
        assert attempt.score == change["before"]


def test_again_grades_everything_with_the_same_seed(
    graded: tuple[Path, dict[str, Any], str], small_class: Path, tmp_path: Path
) -> None:
    """`--again` makes a new run with the former seed; where nothing differs no change is told."""
    database = shutil.copy(graded[0], tmp_path / "scores.db")
    options = ("--exercise", "1", "--exercise", "3", "--again", "--db", database, "--lang", "zh")
    done = grade("class", small_class, *options)
    assert done.code == 0, done.err
    assert graded[1]["run"] not in done.out
    assert f"种子 {graded[1]['seed']}" in done.out
    assert "本次评阅 5 份" in done.out
    assert "分数有变化" not in done.out
    assert "readme.txt" in done.out


def test_a_course_among_the_submissions_is_refused(tmp_path: Path) -> None:
    """A course that somebody handed in does not grade the class."""
    (tmp_path / "eve" / "exercises").mkdir(parents=True)
    (tmp_path / "eve" / "quizzes").mkdir()
    done = grade("class", tmp_path, "--course", tmp_path / "eve", "--db", tmp_path / "s.db")
    assert done.code == 2
    assert "lies inside the submissions" in done.err


def test_a_path_without_submissions_is_usage(tmp_path: Path) -> None:
    """An empty folder, a missing one and an unknown exercise end with exit code 2 and a way out."""
    for arguments in ((tmp_path,), (tmp_path / "none",), (tmp_path, "--exercise", "97")):
        done = grade("class", *arguments, "--db", tmp_path / "s.db")
        assert done.code == 2
        assert done.err.startswith("grade: ")


@pytest.mark.skipif(sys.platform == "win32", reason="a real terminal")
def test_interrupted_on_a_terminal(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and says what is kept; the second run goes on; the line never leaves the
    screen's width.
    """
    import pexpect

    folder = tmp_path / "class"
    for number in range(60):
        (folder / f"s{number:03}").mkdir(parents=True)
        source = RIGHT.read_text(encoding="utf-8") + f"# {number}\n"
        (folder / f"s{number:03}" / "ex03.py").write_text(source, encoding="utf-8")
    arguments = ["class", str(folder), "--exercise", "3", "--db", str(tmp_path / "s.db"), "--jobs", "2"]
    environment = dict(os.environ) | {"GRADE_COURSE": str(ROOT), "TERM": "xterm"}
    child = pexpect.spawn(
        str(GRADE), arguments, env=environment, dimensions=(24, 60), encoding="utf-8", timeout=120
    )
    child.expect(r"[1-9]\d* graded")
    child.sendintr()
    child.sendintr()
    child.expect(r"interrupted: the (\d+) results so far are kept")
    kept = int(child.match.group(1))
    child.expect(pexpect.EOF)
    shown = child.before
    child.close()
    assert child.exitstatus == 130, shown
    assert kept >= 1
    done = json.loads(grade(*arguments, "--json").out)
    assert (done["unchanged"], done["graded"]) == (kept, 60 - kept)


def _point_run_at(database: Path, folder: Path) -> None:
    """Make the run that of a copy of its folder: a run is known by its folder's path."""
    import sqlite3

    connection = sqlite3.connect(database)
    with connection:
        connection.execute("UPDATE class_run SET label = ?", (str(folder.resolve()),))
    connection.close()


def test_the_end_says_how_to_see_the_results(
    graded: tuple[Path, dict[str, Any], str], small_class: Path, tmp_path: Path
) -> None:
    """The last lines name the reports of this run, and the command for one learner works as it stands."""
    shutil.copy(graded[0], tmp_path / "scores.db")
    options = ("--exercise", "3", "--exercise", "1", "--db", "scores.db")
    shown = {
        language: grade("class", small_class, *options, "--lang", language, cwd=tmp_path).out
        for language in ("en", "zh")
    }
    assert "Next:" in shown["en"]
    assert "下一步：" in shown["zh"]
    for text in shown.values():
        assert f"grade report --run {graded[1]['run']} --db scores.db -o report" in text
        (one,) = [row for row in text.splitlines() if "--learner" in row]
        words = one.split("   (")[0].split("   （")[0].split()[1:]
        assert grade(*words, "--lang", "en", cwd=tmp_path).code == 0
        assert "FeedForward" in (tmp_path / "one.html").read_text(encoding="utf-8")


def test_a_roster_of_other_ids_is_told_with_examples(
    graded: tuple[Path, dict[str, Any], str], small_class: Path, tmp_path: Path
) -> None:
    """A roster that matches nobody shows ids of both sides and what to do, in both languages."""
    database = Path(shutil.copy(graded[0], tmp_path / "scores.db"))
    roster = tmp_path / "roster.csv"
    roster.write_text("Student ID,name\n1001,Ada\n1002,Bob\n", encoding="utf-8")
    options = ("--exercise", "3", "--exercise", "1", "--roster", roster, "--db", database)
    en = grade("class", small_class, *options, "--lang", "en").out
    assert "The roster matches nobody." in en
    assert "known as: both; broken; copy" in en
    assert "ids are: 1001; 1002" in en
    assert "Give the roster a column" in en
    zh = grade("class", small_class, *options, "--lang", "zh").out
    assert "名单与提交没有一个对得上" in zh


def test_a_long_list_of_names_is_cut_and_counted(tmp_path: Path) -> None:
    """Of many without a submission the first are named and all are counted."""
    (tmp_path / "class" / "ada").mkdir(parents=True)
    shutil.copy(RIGHT, tmp_path / "class" / "ada" / "ex03.py")
    ids = ["ada", *(f"s{number:02}" for number in range(30))]
    (tmp_path / "roster.csv").write_text("id\n" + "\n".join(ids) + "\n", encoding="utf-8")
    options = ("--exercise", "3", "--roster", "roster.csv", "--db", "s.db", "--lang", "en")
    done = grade("class", "class", *options, cwd=tmp_path)
    assert "Without a submission (30): s00; s01" in done.out
    assert "s11 and 18 more" in done.out
    assert "s12" not in done.out
