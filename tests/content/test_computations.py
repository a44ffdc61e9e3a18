"""What is read back of every program that the course knows agrees with what is known of it."""

import ast
import io
import sys
import tokenize
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.authoring import Asked, Outputs
from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import forms_for, load_misconceptions
from grader.domain.computation import Computation
from grader.explain.match import every
from grader.grading.load_judge import load_judge
from grader.judge.grade import ReferenceJudge
from grader.worker.blocks import install_blocks
from tests.conftest import ROOT

SEED = 20170612
NUMBERS = tuple(int(path.parent.name[2:4]) for path in sorted((ROOT / "reference").glob("*/computation.py")))

TRUE_BESIDE: dict[str, frozenset[str]] = {
    "res-dropout-on-skip": frozenset({"res-dropout-missing"}),
    "rms-subtracts-mean": frozenset({"rms-divides-by-d-minus-one"}),
    "res-branches-swapped": frozenset({"res-postln-for-preln"}),
    "stack-double-residual": frozenset({"stack-extra-global-skip"}),
    "stack-norm-before-layers": frozenset({"stack-final-norm-skipped"}),
    "swiglu-added-not-multiplied": frozenset({"swiglu-up-branch-missing"}),
    "dec-cross-attends-to-itself": frozenset({"dec-source-mask-dropped"}),
}
"""What a known mistake is told as besides its own name: true of it as well."""

OWN_WAY = {("ex14_rms_norm", "diagonal_matrix"), ("ex20_decoder_layer", "fused_projections")}
"""Right programs whose steps are truly others: a gain as the product with a diagonal matrix; dropout elsewhere."""


LONGEST = 20
"""A computation that needs more lines of code has steps in it that other exercises need, too."""
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def lines_of_code(text: str) -> int:
    """How many lines hold code: no blank ones, no comments, no docstrings."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            told |= {*range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE and token.string:
            found |= {*range(token.start[0], token.end[0] + 1)}
    return len(found - told)


def test_a_computation_is_short() -> None:
    """What is asked of an exercise is said in at most twenty lines of code."""
    files = sorted((ROOT / "reference").glob("*/computation*.py"))
    sizes = {str(path.relative_to(ROOT)): lines_of_code(path.read_text(encoding="utf-8")) for path in files}
    assert len(sizes) >= len(NUMBERS)
    assert {name: size for name, size in sizes.items() if size > LONGEST} == {}


def read(judge: ReferenceJudge, space: Any, number: int) -> Computation | None:
    """The computation of a namespace, named as in this exercise."""
    catalogue = load_misconceptions(ROOT)
    return judge.explain(judge.own_session(space), forms_for(number, catalogue.values()), {})


def judge_of(number: int) -> ReferenceJudge:
    """The judge of an exercise of the course itself."""
    judge = load_judge(ROOT, load_exercise(ROOT, number), SEED)
    assert isinstance(judge, ReferenceJudge)
    return judge


@pytest.mark.parametrize("number", NUMBERS)
def test_no_known_mistake_gets_another_name(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A listed misconception is read back as itself, or by keys without a name: never as something else."""
    judge = judge_of(number)
    wrong, named = {}, 0
    for name, space in [*judge.bank.misconceptions.items(), *judge.bank.variants]:
        found = read(judge, space, number)
        names = {d.misconception for d in found.deviations} - {""} if found is not None else set()
        named += name in names
        if names - {name} - TRUE_BESIDE.get(name, frozenset()):
            wrong[name] = names
    with capsys.disabled():
        print(f" exercise {number}: {named} of {len(judge.candidates)} named by their forms")
    assert not wrong


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The course's blocks, importable as in a child."""
    for name in ("course", "course.blocks"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    exercises = [load_exercise(ROOT, number) for number in NUMBERS]
    install_blocks({name: text for exercise in exercises for name, text in exercise.blocks.items()})


@pytest.mark.usefixtures("blocks")
@pytest.mark.parametrize("number", NUMBERS)
def test_right_programs_deviate_in_nothing(number: int) -> None:
    """A right program, however it is written, is read without a deviation; or a step of it is not recognised."""
    judge = judge_of(number)
    folder = ROOT / "reference" / judge.exercise.id / "alternatives"
    wrong = {}
    for path in sorted(folder.glob("*.py")):
        found = read(judge, _loaded(path), number)
        keys = {d.key for d in found.deviations} if found is not None else set()
        if keys and "unknown" not in keys and (judge.exercise.id, path.stem) not in OWN_WAY:
            wrong[path.stem] = keys
    assert not wrong


def _loaded(path: Path) -> dict[str, Any]:
    """The program's names, as a module of its own."""
    space: dict[str, Any] = {"__name__": "learner"}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
    return space


@pytest.mark.parametrize("number", NUMBERS)
def test_steps_of_all_entries_have_names_of_their_own(number: int) -> None:
    """The computations of an exercise can be told as one: no name stands for two steps."""
    asked = judge_of(number).bank.computations()
    names = [name for each in asked for name in _step_names(each.right[0]())]
    assert len(names) == len(set(names))


def _step_names(asked: Asked | Outputs) -> set[str]:
    outputs = asked.items if isinstance(asked, Outputs) else (asked,)
    return {
        value.name for output in outputs for value in every(output) if value.name and value.part != "input"
    }
