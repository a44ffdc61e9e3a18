"""`grade class` about people, times and files: what is not known is said, and what staff bring along holds."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import Outcome, grade
from tests.conftest import ROOT

RIGHT = ROOT / "examples" / "right_feed_forward.py"
POLICY = 'due = 2026-11-01\nzone = "Asia/Shanghai"\n[late]\nper_day = 0.1\n[[excused]]\nlearner = "di"\n'
ROSTER = "id;username;name\nada;a7;Jürgen Müller\nbo;b7;José Nuñez\ndi;d7;Zoë Di\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of two in plain folders, one of whom handed in a script beside the solution; roster, policy, times."""
    place = tmp_path_factory.mktemp("people")
    for learner in ("ada", "bo"):
        (place / "class" / learner).mkdir(parents=True)
        shutil.copy(RIGHT, place / "class" / learner / "model.py")
    (place / "class" / "ada" / "train.py").write_text("from model import FeedForward\n", encoding="utf-8")
    (place / "policy.toml").write_text(POLICY, encoding="utf-8")
    (place / "roster.csv").write_bytes(ROSTER.encode("cp1252"))
    (place / "times.csv").write_text("username,time\na7,2026-11-02 23:58\nx9,2026-11-02\n", encoding="utf-8")
    return place


def run(place: Path, *options: str) -> Outcome:
    """Grade exercise 3 of the class with its roster."""
    common = ("--exercise", "3", "--roster", "roster.csv", "--db", "s.db")
    return grade("class", "class", *common, *options, cwd=place)


def remarks(place: Path) -> dict[str, str]:
    """What the table says beside each score."""
    out = grade("report", "--format", "csv", "--db", "s.db", cwd=place).out
    assert not out.startswith("\ufeff")
    return {row["learner"]: row["ex03_feed_forward remark"] for row in csv.DictReader(io.StringIO(out))}


def test_what_is_not_known_is_said_and_may_be_brought_later(place: Path) -> None:
    """Without times the run and the table say so; a list of times later changes the marks and grades nothing again."""
    first = run(place, "--policy", "policy.toml", "--lang", "en")
    assert first.code == 0, first.err
    assert "No time of submission is known for 2: Jürgen Müller (ada); José Nuñez (bo)." in " ".join(
        first.out.split()
    )
    assert "graded ada/model.py (defines what the exercise asks for); not graded: ada/train.py" in " ".join(
        first.out.split()
    )
    assert "cp1252 was guessed" in first.out
    assert remarks(place)["bo"] == "no time known, late rule not applied"
    second: dict[str, Any] = json.loads(run(place, "--times", "times.csv", "--json").out)
    assert (second["graded"], second["unchanged"], second["without_time"]) == (0, 2, ["bo"])
    assert {"kind": "time_of_nobody", "subject": "x9", "detail": ""} in second["remarks"]
    assert second["several_files"][0]["not_graded"] == ["ada/train.py"]
    found = remarks(place)
    assert found["ada"] == "late 1 day: -1; graded ada/model.py, 1 other file not graded"
    assert found["di"] == "excused"


@pytest.mark.parametrize(
    ("name", "text", "option", "said"),
    [
        ("p1.toml", POLICY.replace('"di"', '"dii"'), "--policy", "Did you mean di?"),
        ("p2.toml", POLICY + "[[exercise]]\nnumber = 99\ndue = 2026-11-02\n", "--policy", "exercise 99"),
        ("p3.toml", "due = 2026-11-01T23:59\n", "--policy", "Write 2026-11-01T23:59:00."),
        ("r1.csv", "id\n2.02E+11\n", "--roster", "Format the column as text"),
        ("t1.csv", "id,time\nada,soon\n", "--times", "'soon'"),
        ("", "", "--encoding=klingon", "no encoding is called 'klingon'"),
    ],
)
def test_faults_of_staffs_files_are_wrong_usage(
    place: Path, name: str, text: str, option: str, said: str
) -> None:
    """A mistyped name, a number that no exercise has, a spoiled id: exit 2 with the place and the way out."""
    if name:
        (place / name).write_text(text, encoding="utf-8")
    done = run(place, *((option, name) if name else (option,)), "--lang", "en")
    assert done.code == 2
    assert said in done.err
