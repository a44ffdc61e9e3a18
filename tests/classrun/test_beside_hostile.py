"""A class with hostile hand-ins among it: the honest ones are graded as without them."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.store.store import open_store
from tests.classrun.class_process import ClassProcess
from tests.classrun.mixed_class import QUICK_ATTACKS, Made, make_class, write_class
from tests.conftest import ROOT
from tests.hostile.attacks import read_attacks

SEED = 20261201
YEAR_ONE = "0001-01-01T00:00:00+14:00"
QUIZ: dict[str, Any] = {
    "schema": "addnorm.quiz_answers/1", "session": "s", "learner": "eve", "quiz": "layer-norm", "language": "en",
    "started_at": "2026-11-30T12:00:00+00:00", "finished_at": None, "asked": [], "answers": [],
}  # fmt: skip


def _quiz(**changes: Any) -> bytes:
    return json.dumps({**QUIZ, **changes}).encode()


def _honest(size: int) -> list[Made]:
    made = make_class(3 * size, SEED, exercises=(1, 3), hangs=0)
    return [each for each in made if not each.sort.startswith("hostile")][:size]


def _hostile(size: int) -> list[Made]:
    """Attacks on the judge and the sandbox, a dozen files of one person, and files that intake and quizzes must bear."""
    nothing: frozenset[Any] = frozenset()
    stranger = b"x = 1\n" * 10
    beside = [
        {"quiz.json": _quiz(started_at=YEAR_ONE)},
        {"quiz.json": _quiz(finished_at="9999-12-31T23:59:59-14:00")},
        {"quiz.json": _quiz(quiz="x\0y")},
        {"quiz.json": b'{"schema": "addnorm.quiz_answers/1", "asked": ' + b"[" * 50_000},
        {"hand-in.zip": b"PK\x03\x04" + b"\xff" * 500},
        {"ex01_" + "长" * 60 + ".py": stranger},
        {f"ex01_{number}.py": b"import os\nos._exit(%d)\n" % number for number in range(12)},
        {"ex01.ipynb": b'{"nbformat": 4, "cells": ' + b"[" * 50_000},
    ]
    attacks = [
        {"ex01.py": attack.submission({}).source}
        for attack in read_attacks()
        if attack.name.startswith(QUICK_ATTACKS) and "@" not in attack.source
    ]
    random.Random(SEED).shuffle(attacks)
    chosen = [*beside, *attacks][:size]
    return [
        Made(f"eve-{number:03}", 1, files, nothing, sort="hostile") for number, files in enumerate(chosen)
    ]


def _grades(database: Path, people: set[str]) -> dict[tuple[str, int], tuple[object, ...]]:
    """What was found of these people, without times and seconds."""
    with open_store(f"sqlite:///{database}") as store:
        run = store.classes.newest_run()
        assert run is not None
        return {
            (each.learner, each.exercise_number): (
                each.verdict, each.score, each.file_name,
                replace(each.result.grade, seconds=0.0, log="", confinement=each.result.grade.confinement),
                each.result.intake,
            )
            for each in store.classes.results(run.id)
            if each.learner in people
        }  # fmt: skip


def _the_same_beside(tmp_path: Path, honest: list[Made], hostile: list[Made]) -> None:
    alone, mixed = tmp_path / "alone.db", tmp_path / "mixed.db"
    options = ("--seed", "5", "--exercise", "1", "--exercise", "3", "--course", str(ROOT))
    people = {each.learner for each in honest}
    ClassProcess(write_class(tmp_path / "alone", honest), alone, *options).finish()
    everybody = [*honest, *hostile]
    random.Random(SEED).shuffle(everybody)
    outcome = ClassProcess(write_class(tmp_path / "mixed", everybody), mixed, *options).finish()
    assert not outcome["interrupted"]
    expected, found = _grades(alone, people), _grades(mixed, people)
    assert len(expected) >= len(honest)
    assert found == expected
    assert {each["learner"] for each in outcome["open"]} <= {each.learner for each in hostile}


@pytest.mark.hostile
@pytest.mark.skipif(sys.platform != "linux", reason="the hostile ones need a lock")
def test_honest_people_are_graded_as_without_hostile_ones(tmp_path: Path) -> None:
    """Two dozen honest hand-ins have equal results alone and beside twelve hostile people."""
    _the_same_beside(tmp_path, _honest(24), _hostile(12))


@pytest.mark.slow
@pytest.mark.hostile
@pytest.mark.skipif(sys.platform != "linux", reason="the hostile ones need a lock")
def test_a_class_of_a_thousand_beside_fifty_hostile_people(tmp_path: Path) -> None:
    """The same holds of a thousand honest people and fifty hostile ones."""
    _the_same_beside(tmp_path, _honest(1000), _hostile(50))
