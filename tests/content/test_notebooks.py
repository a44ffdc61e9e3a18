"""Notebooks as learners keep them, with what must come of them in the .toml file beside each.

The sidecar lists `[[graded]]` tables: `exercise`, `verdict`, `diagnoses` (ids, in any order).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.result import GradeResult
from grader.domain.source_problem import SourceRemark
from grader.grading.grader import Grader
from grader.intake.source_file import read_submission
from grader.sandbox.launcher import CurrentServer, WorkerServer, spawn_server
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "submissions" / "notebooks"
SEED = 20170612
EXPECTED = [
    (path, graded)
    for path in sorted(FOLDER.glob("*.toml"))
    for graded in tomllib.loads(path.read_text(encoding="utf-8"))["graded"]
]


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for all notebooks."""
    server = spawn_server(warm=False)
    yield server
    server.close()


def _grade(notebook: Path, number: int, server: WorkerServer) -> GradeResult:
    grader = Grader(
        load_exercise(ROOT, number), ROOT, course_digest(ROOT, number), SEED, CurrentServer(server)
    )
    return grader.grade(read_submission(notebook))


@pytest.mark.parametrize(
    ("sidecar", "expected"), EXPECTED, ids=[f"{path.stem}-{graded['exercise']}" for path, graded in EXPECTED]
)
def test_a_notebook_is_graded_by_its_definitions(
    sidecar: Path, expected: dict[str, Any], server: WorkerServer
) -> None:
    """Whatever its experiments print, train or break, a notebook is graded as its sidecar says."""
    result = _grade(sidecar.with_suffix(".ipynb"), expected["exercise"], server)
    assert result.verdict == expected["verdict"]
    assert sorted(found.misconception for found in result.diagnoses) == sorted(expected["diagnoses"])
    assert {SourceRemark.MAGIC, SourceRemark.PRINTED} <= {remark.kind for remark in result.remarks}


def test_every_notebook_has_its_sidecar() -> None:
    """No notebook lies about without saying what must come of it."""
    notebooks = {path.stem for path in FOLDER.glob("*.ipynb")}
    assert notebooks == {path.stem for path, _ in EXPECTED}
