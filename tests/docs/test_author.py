"""`docs/author.md`, followed literally, makes an exercise that the gate calls sound and that names its misconceptions."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.commands import grade
from tests.conftest import ROOT
from tests.docs.pages import commands, page, write_files


def test_the_page_makes_a_sound_exercise(tmp_path: Path) -> None:
    """The commands and files of the page, in a copy of the course, end with a gate that finds no fault."""
    text = page("author")
    for name in ("exercises", "quizzes", "reference"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"GRADE_COURSE": str(tmp_path), "GRADE_DB": str(tmp_path / "scores.db")}
    assert list(commands(text))[:2] == ["grade author new unit_length", "grade author check 25"]
    made = grade("author", "new", "unit_length", cwd=tmp_path, env=environment)
    assert made.code == 0, made.err
    assert len(write_files(text, tmp_path)) == 16
    checked = grade("author", "check", "25", cwd=tmp_path, env=environment)
    assert (checked.code, checked.out.splitlines()[0]) == (0, "exercise 25: sound"), checked.out
    mutated = grade("author", "mutate", "25", cwd=tmp_path, env=environment)
    assert "kill rate" in mutated.out
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def unit_length(x):\n    return x / x.norm()\n")
    said = grade("exercise", "25", wrong, cwd=tmp_path, env=environment).out
    assert "You divide by one length for all tokens" in said
