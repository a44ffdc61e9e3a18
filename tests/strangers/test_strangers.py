"""Wrong programs by people who had not seen the catalogue: none is accepted, and what is told of them is counted.

The first lines of each file say what is wrong with it, and where: `# fault: WHAT | line: N`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.conftest import ROOT

FILES = sorted((Path(__file__).parent / "data").glob("ex*.py"))
SEED = 20261201
FULL_MARKS = 9.5
ACCEPTED = frozenset({"ex24_num_layers_ignored"})
"""What passes though it is wrong: a capstone of another depth than was asked for learns the task as well."""


@pytest.fixture(scope="module")
def current_server() -> Iterator[CurrentServer]:
    """One worker server for all of them."""
    server = CurrentServer(spawn_server(warm=True))
    yield server
    server.close()


def graded(path: Path, current_server: CurrentServer, graders: dict[int, Grader]) -> GradeResult:
    """The result of one file."""
    number = int(path.name[2:4])
    if number not in graders:
        digest = course_digest(ROOT, number)
        graders[number] = Grader(load_exercise(ROOT, number), ROOT, digest, SEED, current_server)
    return graders[number].grade(Submission(path.name, SourceKind.PYTHON, path.read_bytes()))


def told_lines(result: GradeResult) -> set[int]:
    """The lines that a learner is sent to: those of faults, of what raised, of what is not recognised."""
    computation = result.computation
    places = [each.place for each in result.diagnoses if each.place is not None]
    if computation is not None:
        places += [each.place for each in computation.deviations]
    raised = [check.difference.line for check in result.checks if check.difference is not None]
    return {line for line in (*(place.line for place in places), *raised) if line is not None}


def promised_lines(path: Path) -> set[int]:
    """The lines of the faults, as the file's head has them."""
    return {int(line) for line in re.findall(r"^# fault: .*\| line: (\d+)$", path.read_text(), re.MULTILINE)}


@pytest.mark.parametrize("path", FILES[::20], ids=lambda path: path.stem)
def test_a_wrong_program_gets_no_full_marks(path: Path, current_server: CurrentServer) -> None:
    """A sample of them: each loses points, and its author is told something."""
    result = graded(path, current_server, {})
    assert result.score < FULL_MARKS
    assert told_lines(result) or result.diagnoses or result.facts or result.problem or result.failure


@pytest.mark.slow
def test_what_is_told_of_all_of_them(
    current_server: CurrentServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """None but the known ones gets full marks; how many are told, by name or by line, is printed."""
    graders: dict[int, Grader] = {}
    full, by_line, named, silent = set(), 0, 0, []
    for path in FILES:
        result = graded(path, current_server, graders)
        if result.verdict is Verdict.ACCEPTED and result.score >= FULL_MARKS:
            full.add(path.stem)
        by_line += promised_lines(path) <= told_lines(result)
        named += bool(result.diagnoses)
        if not (told_lines(result) or result.diagnoses or result.facts or result.problem or result.failure):
            silent.append(path.stem)
    with capsys.disabled():
        print(
            f"\n{len(FILES)} wrong programs: {by_line} with the line of every fault, {named} with a name; "
            f"nothing told of {len(silent)}: {', '.join(silent)}"
        )
    assert full <= ACCEPTED
