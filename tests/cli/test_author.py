"""`grade author`: a scaffold that lacks only what its author must write, and gates that tell all faults at
once.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.commands import grade, the_object
from tests.conftest import ROOT


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A small course: exercise 5 with its reference, the last exercise, and the quizzes."""
    for part in (
        "exercises/ex05_padding_blocked_mask",
        "exercises/ex24_capstone_classifier",
        "exercises/blocks",
        "reference/ex05_padding_blocked_mask",
        "quizzes",
    ):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_new_exercise_lacks_only_alternatives_and_planted_faults(course: Path) -> None:
    """What `new` writes passes every gate but the two that ask for more submissions."""
    made = grade("author", "new", "masked_max_pool", "--course", course)
    assert made.code == 0
    assert "exercises/ex25_masked_max_pool/exercise.toml" in made.out
    found = grade("author", "check", "25", "--course", course)
    assert found.code == 1
    assert "alternatives: found 0 files" in found.out
    assert "unlisted: found 0 files" in found.out
    assert "exercise 25: 2 faults" in found.out


@pytest.mark.parametrize("name", ["Bad-Name", "padding_blocked_mask"])
def test_a_bad_or_taken_name_is_refused(course: Path, name: str) -> None:
    """`new` writes nothing for a name that cannot be used."""
    assert grade("author", "new", name, "--course", course).code == 2
    assert len(list((course / "exercises").glob("ex*"))) == 2


def test_every_fault_is_told_at_once(course: Path) -> None:
    """A missing language, a check without a case and a lost misconception all come out of one run of the
    gate.
    """
    folder = course / "exercises" / "ex05_padding_blocked_mask"
    text = (folder / "exercise.toml").read_text(encoding="utf-8")
    extra = '\n[[checks]]\nname = "no_such_case"\ntier = "core"\nvisibility = "hidden"\ntitle.en = "A."\ntitle.zh = "甲。"\n'
    head, _, tail = text.partition("\n[[hints]]")
    (folder / "exercise.toml").write_text(head + extra + "\n[[hints]]" + tail, encoding="utf-8")
    faults = course / "reference" / "ex05_padding_blocked_mask" / "misconceptions.py"
    faults.write_text(
        faults.read_text(encoding="utf-8").replace('"mask-inverted":', '"mask-inverse":'), encoding="utf-8"
    )
    found = grade("author", "check", "5", "--course", course)
    assert found.code == 1
    for words in ("no_such_case", "mask-inverted", "mask-inverse"):
        assert words in found.out


def test_the_kill_rate_is_told(course: Path) -> None:
    """`mutate` prints mutants and kill rate, and is content where every mutant is seen."""
    found = grade("author", "mutate", "5", "--course", course)
    assert found.code == 0
    assert "kill rate 100.0%" in found.out


def test_new_and_check_have_their_json(course: Path) -> None:
    """`new --json` names the files it wrote; `check --json` gives every fault in its parts, and no questions
    where numbers are given.
    """
    made = the_object(
        grade("author", "new", "masked_max_pool", "--json", "--course", course).out, "addnorm.author_new/1"
    )
    assert made["exercise"] == {"number": 25, "id": "ex25_masked_max_pool"}
    assert all((course / file).is_file() for file in made["files"])
    done = grade("author", "check", "5", "25", "--json", "--course", course)
    found = the_object(done.out, "addnorm.author_check/1")
    sound, lacking = found["exercises"]
    assert (done.code, sound, lacking["number"]) == (1, {"number": 5, "faults": []}, 25)
    assert [fault["found"] for fault in lacking["faults"]] == ["0 files", "0 files"]
    assert all(fault["file"] and fault["expected"] and fault["mend"] for fault in lacking["faults"])
    assert (found["questions"], found["faults"]) == (None, 2)


def test_mutate_has_its_json(course: Path) -> None:
    """`mutate --json` gives the counts, the kill rate and the survivors of each exercise."""
    done = grade("author", "mutate", "5", "--json", "--course", course)
    found = the_object(done.out, "addnorm.author_mutate/1")
    (row,) = found["exercises"]
    assert (done.code, row["number"], row["kill_rate"], row["survivors"]) == (0, 5, 1.0, [])
    assert row["mutants"] == found["mutants"] > 0
