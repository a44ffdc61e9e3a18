"""A block that the course gives is no answer to the exercise that asks for it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from grader.catalog.blocks import FOLDER
from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, WorkerServer, spawn_server
from tests.conftest import ROOT

BLOCKS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / FOLDER).glob("*.py"))}
ANSWERS = {21: ("tied_embedding",)}
"""Exercise 21 asks for two blocks, and the file of one has the other in it."""
ASKED = [
    (exercise.number, stem)
    for exercise in (load_exercise(ROOT, number) for number in range(1, 25))
    for stem, source in BLOCKS.items()
    if any(re.search(rf"^(class|def) {entry.name}\b", source, re.MULTILINE) for entry in exercise.entries)
    and stem in ANSWERS.get(exercise.number, BLOCKS)
]


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for all of them."""
    server = spawn_server(warm=False)
    yield server
    server.close()


def _standalone(stem: str) -> str:
    """The block with the blocks that it imports written above it."""
    source = BLOCKS[stem]
    for names in re.findall(r"^from course.blocks import (.+)$", source, re.MULTILINE):
        above = [
            s
            for s in BLOCKS.values()
            for n in names.split(", ")
            if re.search(rf"^(class|def) {n}\b", s, re.MULTILINE)
        ]
        source = (
            "\n".join(each.replace("from __future__ import annotations\n", "") for each in above) + source
        )
        source = source.replace(f"from course.blocks import {names}\n", "").replace(
            "from __future__ import annotations\n", ""
        )
    return source


def _renamed(source: str) -> str:
    source = re.sub(r'^ +"""(?:[^"]|"(?!""))*"""\n', "", source, flags=re.MULTILINE)
    source = re.sub(r"(?<=\w): (Tensor \| None|Tensor)(?=[,)])", "", source)
    for old, new in (
        ("weights", "probs"),
        ("scores", "logit"),
        ("normed", "nn_out"),
        ("shares", "w"),
        ("passed", "cur"),
    ):
        source = re.sub(rf"\b{old}\b", new, source)
    return source


@pytest.mark.parametrize(("number", "stem"), ASKED)
def test_a_block_handed_in_is_no_answer(server: WorkerServer, number: int, stem: str) -> None:
    """The block's own file, the same under other names without hints, and the same in a notebook get no points."""
    exercise = load_exercise(ROOT, number)
    grader = Grader(exercise, ROOT, course_digest(ROOT, number), 1, CurrentServer(server))
    text = _standalone(stem)
    cell = {"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": 1}
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    for kind, source in (
        (SourceKind.PYTHON, text),
        (SourceKind.PYTHON, _renamed(text)),
        (SourceKind.NOTEBOOK, notebook),
    ):
        result = grader.grade(Submission("a", kind, source.encode()))
        assert result.verdict is Verdict.FORBIDDEN, (kind, result.problem, result.shortcuts)
        assert result.score == 0
        assert any(path.startswith("course.blocks.") for path in result.shortcuts)
    grader.leave()


def test_every_block_that_an_exercise_asks_for_is_tried() -> None:
    """Nine blocks answer an exercise of their own; the positions do so within the embedding's file."""
    assert {stem for _, stem in ASKED} | {"sinusoidal_positions"} == set(BLOCKS)
