"""The quiet line on a terminal while torch is imported."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pexpect
import pytest

from tests.cli.commands import grade
from tests.cli.quiz_terminal import command, environment
from tests.conftest import ROOT

WRONG = str(ROOT / "examples" / "wrong_feed_forward.py")
NO_TORCH = "import sys; sys.modules['torch'] = None; "
ANNOUNCED = {
    ("exercise", "en"): "grading exercise 3 ...",
    ("exercise", "zh"): "正在评阅练习 3 ……",
    ("watch", "en"): "starting to watch exercise 3 ...",
    ("watch", "zh"): "正在准备监视练习 3 ……",
    ("class", "en"): "reading the submissions ...",
    ("class", "zh"): "正在读取提交的文件……",
}


def _everything(folder: Path, program: list[str], **more: str) -> str:
    """All that a terminal was sent until the program ended."""
    child: pexpect.spawn[str] = pexpect.spawn(
        program[0],
        program[1:],
        env=environment(folder, GRADE_COURSE=str(ROOT), **more),
        cwd=str(folder),
        encoding="utf-8",
        dimensions=(50, 100),
        timeout=120,
    )
    child.expect(pexpect.EOF)
    child.close()
    return str(child.before)


def _arguments(name: str, language: str, folder: Path) -> tuple[str, ...]:
    if name == "class":
        (folder / "class" / "ada").mkdir(parents=True)
        shutil.copy(WRONG, folder / "class" / "ada" / "ex03.py")
        return "class", "class", "--exercise", "3", "--lang", language
    return name, "3", WRONG, "--lang", language, *(("--times", "1") if name == "watch" else ())


@pytest.mark.parametrize(("name", "language"), ANNOUNCED)
def test_a_terminal_is_told_before_the_result(name: str, language: str, tmp_path: Path) -> None:
    """What takes seconds is announced on a terminal, and the line is taken back before the result."""
    arguments = _arguments(name, language, tmp_path)
    before, told, after = _everything(tmp_path, command(*arguments)).partition(ANNOUNCED[name, language])
    assert told
    assert not before.strip("\x1b[2m")
    assert "\r\x1b[K" in after
    assert {"en": "wrong answer", "zh": "答案错误"}[language] in after.rpartition("\r\x1b[K")[2]


@pytest.mark.parametrize("name", ["exercise", "watch"])
def test_it_is_told_before_torch_is_imported(name: str, tmp_path: Path) -> None:
    """In a Python that cannot import torch the line is there, and the failure comes after it."""
    words = command(*_arguments(name, "en", tmp_path))
    words[2] = NO_TORCH + words[2]
    _, told, after = _everything(tmp_path, words).partition(ANNOUNCED[name, "en"])
    assert told
    assert "torch" in after


def test_neither_a_pipe_nor_json_is_told(tmp_path: Path) -> None:
    """On a pipe, and with --json even on a terminal, nothing is announced."""
    piped = grade("exercise", "3", WRONG, "--lang", "en", cwd=tmp_path, env=environment(tmp_path))
    assert "grading exercise" not in piped.err + piped.out
    assert "wrong answer" in piped.out
    shown = _everything(tmp_path, command("exercise", "3", WRONG, "--json", "--lang", "en"))
    assert shown.startswith("{")


def test_a_dumb_terminal_gets_a_line_of_its_own(tmp_path: Path) -> None:
    """Where nothing can be taken back, the announcement is a plain line and no cursor moves."""
    shown = _everything(tmp_path, command("exercise", "3", WRONG, "--lang", "en"), TERM="dumb")
    assert shown.startswith("grading exercise 3 ...\r\n")
    assert "\x1b" not in shown
    assert os.linesep + "wrong answer" in shown
