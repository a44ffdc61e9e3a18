"""`grade watch` in a real terminal: saves of every kind, keys, what an accepted exercise offers."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from grader.cli.screen import cells
from tests.cli.commands import GRADE, grade, the_object
from tests.cli.quiz_terminal import environment
from tests.cli.transcripts import RIGHT
from tests.conftest import ROOT

WRONG = RIGHT.replace(", unbiased=False", "")
NAME = "ex01_manual_layer_norm.py"
FOOT = r"\[q\] (?:quit|退出)"


class Watching:
    """A running `grade watch`, its folder and what it has said since the last look."""

    def __init__(self, folder: Path, *arguments: str, columns: int = 120) -> None:
        self.folder = folder
        self.child: pexpect.spawn[str] = pexpect.spawn(
            str(GRADE),
            ["watch", *arguments],
            env=environment(folder, NO_COLOR="1", GRADE_COURSE=str(ROOT)),
            cwd=str(folder),
            encoding="utf-8",
            dimensions=(60, columns),
            timeout=60,
        )
        self.child.delaybeforesend = None

    def verdict(self) -> str:
        """Wait for the next verdict and return what was said up to its last line."""
        self.child.expect(FOOT)
        return str(self.child.before)

    def wait_for(self, words: str) -> None:
        """Wait until these words are said."""
        self.child.expect_exact(words)

    def quit(self) -> int:
        """Press q and return the exit code."""
        self.child.send("q")
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus)  # type: ignore[arg-type]

    def attempts(self) -> int:
        """How many attempts were kept."""
        found = grade(
            "progress",
            "1",
            "--json",
            env={"GRADE_DB": str(self.folder / "scores.db"), "GRADE_LEARNER": "ada"},
        )
        return int(json.loads(found.out)["exercises"][0]["attempts"])


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """A working folder whose first exercise is solved wrongly."""
    assert grade("start", ".", cwd=tmp_path).code == 0
    (tmp_path / NAME).write_text(WRONG)
    return tmp_path


@pytest.fixture(name="watching")
def _watching(folder: Path) -> Iterator[Watching]:
    """`grade watch 1` after its first verdict, which was no acceptance."""
    running = Watching(folder, "1")
    assert "divide by D-1" in running.verdict()
    yield running
    running.child.close(force=True)


def test_saves_in_place_and_by_rename_are_graded(watching: Watching) -> None:
    """A save in place is graded, and so is one by an editor that puts a new file in the old one's place."""
    path = watching.folder / NAME
    path.write_text(RIGHT)
    assert "accepted" in watching.verdict()
    new = watching.folder / f".{NAME}.swp"
    new.write_text(WRONG)
    new.replace(path)
    assert "divide by D-1" in watching.verdict()
    path.rename(watching.folder / f"{NAME}~")
    time.sleep(0.4)  # as slow as no editor is: the file is away for longer than one look
    path.write_text(RIGHT)
    assert "accepted" in watching.verdict()
    assert watching.quit() == 0


def test_of_a_burst_the_last_save_counts(watching: Watching) -> None:
    """Ten saves within a moment give few verdicts, the last of them on the last save."""
    path = watching.folder / NAME
    for number in range(10):
        path.write_text(WRONG + f"# {number}\n")
        time.sleep(0.002)
    path.write_text(RIGHT)
    verdicts = 1
    while "accepted" not in watching.verdict():
        verdicts += 1
    assert verdicts <= 4
    assert watching.quit() == 0
    assert watching.attempts() <= 5


def test_a_broken_save_is_told_and_waited_out(watching: Watching) -> None:
    """Half a line, an empty file and a vanished one are told; none is an attempt, and the next save is graded."""
    path = watching.folder / NAME
    path.write_text(RIGHT[:-20])
    assert "Not counted as an attempt" in watching.verdict()
    path.write_text("")
    assert "Not counted as an attempt" in watching.verdict()
    path.unlink()
    time.sleep(0.5)
    path.write_text(RIGHT)
    assert "accepted" in watching.verdict()
    assert watching.quit() == 0
    assert watching.attempts() == 2  # the first verdict and the last


def test_keys_give_hint_language_and_grade(watching: Watching) -> None:
    """h gives a hint, l says the same verdict in the other language without another attempt, g grades anew."""
    watching.child.send("h")
    assert "Hint 1 of 3" in watching.verdict()  # and the keys are shown again
    watching.child.send("l")
    assert "练习 1：手写层归一化" in watching.verdict()
    watching.child.send("g")
    watching.verdict()
    assert watching.quit() == 1
    assert watching.attempts() == 2


def test_a_quiz_takes_whole_lines_and_gives_the_keys_back(watching: Watching) -> None:
    """z asks questions that are answered in echoed lines; interrupted, it leaves the watch as it was."""
    watching.child.send("z")
    watching.child.expect(" > ")
    watching.child.send("why\n")
    watching.wait_for("why")
    watching.child.sendintr()
    watching.verdict()  # the keys again
    watching.child.send("g")
    assert "divide by D-1" in watching.verdict()
    assert watching.quit() == 1


def test_an_accepted_exercise_offers_the_next(watching: Watching) -> None:
    """After acceptance the next exercise of the ladder is named with its concept, and n goes on with its file."""
    (watching.folder / NAME).write_text(RIGHT)
    said = watching.verdict()
    assert "Press n to go on with exercise 2, LayerNorm as a module" in said
    watching.child.send("n")
    assert "Exercise 2" in watching.verdict()
    (watching.folder / "ex02_layer_norm.py").write_text("class LayerNorm:\n    pass\n")
    assert "LayerNorm" in watching.verdict()
    assert watching.quit() == 1


def _on_a_pipe(folder: Path, *options: str) -> subprocess.Popen[str]:
    """A watch of exercise 1 on a pipe, which leaves after two verdicts."""
    return subprocess.Popen(
        [GRADE, "watch", "1", "--times", "2", *options],
        cwd=folder,
        env=environment(folder, GRADE_COURSE=str(ROOT)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("polling", [(), ("--poll",)], ids=["told", "polling"])
def test_without_a_terminal_it_grades_saves_too(folder: Path, polling: tuple[str, ...]) -> None:
    """On a pipe, without keys, saves are graded as well, whether the system tells them or they are looked for."""
    with _on_a_pipe(folder, *polling) as running:
        assert running.stdout is not None
        lines = []
        for line in running.stdout:
            lines.append(line)
            if "[q] quit" in line and len([row for row in lines if "[q] quit" in row]) == 1:
                (folder / NAME).write_text(RIGHT)
        assert running.wait(60) == 0
    assert any("accepted" in line for line in lines)


def test_a_program_reads_an_object_a_line(folder: Path) -> None:
    """--json prints each verdict as it comes, as `grade exercise --json` would, and nothing else."""
    with _on_a_pipe(folder, "--json") as running:
        assert running.stdout is not None
        first = the_object(running.stdout.readline(), "addnorm.grade/1")
        (folder / NAME).write_text(RIGHT)
        second = the_object(running.stdout.readline(), "addnorm.grade/1")
        assert running.stdout.read() == ""
        assert running.wait(60) == 0
    assert (first["verdict"], second["verdict"]) == ("wrong_answer", "accepted")
    assert first["diagnoses"][0]["message"]


def test_nothing_to_watch_is_said(tmp_path: Path) -> None:
    """Without a file of the exercise, the watch says how to get one: the course's own stub is not watched."""
    found = grade("watch", "3", cwd=tmp_path, env={"PATH": os.environ["PATH"]})
    assert found.code == 2
    assert "grade start" in found.err


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_file_that_is_not_there_is_not_waited_for(tmp_path: Path, language: str) -> None:
    """A named file that does not exist is wrong usage with a hint, as for `grade exercise`, and no watch begins."""
    watched = grade("watch", "1", "nofile.py", "--lang", language, cwd=tmp_path)
    graded = grade("exercise", "1", "nofile.py", "--lang", language, cwd=tmp_path)
    assert (watched.code, graded.code) == (2, 2)
    assert watched.err.endswith(graded.err.split("\n", 1)[-1])
    assert "grade start" in watched.err


@pytest.mark.parametrize(("language", "columns"), [("en", 60), ("zh", 60), ("en", 80), ("zh", 80)])
def test_the_keys_stand_on_one_line(folder: Path, language: str, columns: int) -> None:
    """The line of keys fits a narrow terminal in both languages."""
    running = Watching(folder, "1", "--lang", language, columns=columns)
    before = running.verdict().splitlines()
    keys = before[-1] + str(running.child.after)
    assert all(f"[{key}]" in keys for key in "hzlgq")
    assert cells(keys) <= columns
    running.quit()
