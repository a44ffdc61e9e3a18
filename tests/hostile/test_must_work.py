"""What course work may legitimately do works inside the sandbox, with Landlock and without, warm, cold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.domain.submission import SourceKind, Submission
from tests.hostile.attacks import HONEST
from tests.hostile.siege import MODES, Mode, Siege, besieged, demand

ALLOWED = sorted((Path(__file__).parent / "data" / "must_work").glob("*.py"))
WALL_SECONDS = 20.0
COLD = Mode("cold", MODES[0].level, as_root=True, settings={}, warm=False)


@pytest.fixture(scope="module", params=[MODES[1], MODES[4], COLD], ids=lambda mode: mode.name)
def siege(
    request: pytest.FixtureRequest, root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Siege]:
    """One server for each kind of machine: an ordinary user's, one without Landlock, and a cold one."""
    mode: Mode = request.param
    demand(mode)
    with besieged(mode, root, tmp_path_factory.mktemp(mode.name)) as started:
        yield started


@pytest.mark.parametrize("path", ALLOWED, ids=lambda path: path.stem)
def test_it_works_inside(path: Path, siege: Siege) -> None:
    """A submission that does this beside its right answer is accepted with full marks."""
    source = path.read_text(encoding="utf-8") + HONEST
    result = siege.attack(Submission(path.name, SourceKind.PYTHON, source.encode()), WALL_SECONDS).result
    assert result.verdict == "accepted", (result.failure, result.problem, result.log)
    assert result.score == result.max_score


def test_notebooks_of_both_versions_are_read_inside(siege: Siege) -> None:
    """A right notebook is accepted: nbformat is ready, or may be read, in every mode."""
    new = {"cell_type": "code", "source": HONEST, "metadata": {}, "outputs": [], "execution_count": None}
    old = {"cell_type": "code", "input": HONEST, "language": "python", "metadata": {}, "outputs": []}
    notebooks = {
        "new.ipynb": {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [new]},
        "old.ipynb": {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [old]}]},
    }
    for name, notebook in notebooks.items():
        submission = Submission(name, SourceKind.NOTEBOOK, json.dumps(notebook).encode())
        result = siege.attack(submission, WALL_SECONDS).result
        assert result.verdict == "accepted", (name, result.failure, result.problem)
