"""Sealed public cases judge as the reference does, name what is alone, and hold values only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.catalog.course import has_reference
from grader.catalog.course_file import load_vocabulary
from grader.catalog.exercises import load_exercise
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.verdict import Verdict, Visibility
from grader.judge.bank import CaseBank, load_bank
from grader.judge.grade import Judgement
from grader.judge.sealed import SealedJudge, load_sealed
from grader.judge.sealing import Sealed, seal
from grader.judge.session import OwnSession
from grader.observer.probes import load_props
from tests.conftest import ROOT

VOCABULARY = load_vocabulary(ROOT)
NUMBERS = [n for n in range(1, 25) if has_reference(ROOT, load_exercise(ROOT, n).id)]
WITH_BLOCKS = {8, 10, 18, 20, 22, 23, 24}  # alternatives that import blocks, which only the worker provides


@cache
def _sealed(number: int) -> tuple[Exercise, CaseBank, Sealed]:
    exercise = load_exercise(ROOT, number)
    bank = load_bank(ROOT, exercise.id, number, exercise.props)
    return exercise, bank, seal(exercise, bank, VOCABULARY)


@pytest.fixture(name="judge", params=NUMBERS)
def _judge(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[SealedJudge, CaseBank]:
    """A sealed judge of each exercise, read back from its file, and the bank that it was sealed from."""
    exercise, bank, sealed = _sealed(request.param)
    path = tmp_path / "cases.frames"
    path.write_bytes(sealed.content)
    return SealedJudge(exercise, load_sealed(path), VOCABULARY), bank


def _judged(judge: SealedJudge, namespace: Mapping[str, Any]) -> Judgement:
    return judge.judge(OwnSession(namespace, load_props(judge.exercise.props)))


def test_every_public_check_is_sealed(judge: tuple[SealedJudge, CaseBank]) -> None:
    """No public check is left out of a sealed exercise, and no hidden one is in it."""
    exercise = judge[0].exercise
    public = [c.name for c in exercise.checks if c.visibility is Visibility.PUBLIC]
    assert [spec.name for spec in judge[0].specs] == public
    assert {case.check for case in judge[0].cases} == set(public)


def test_the_reference_passes(judge: tuple[SealedJudge, CaseBank]) -> None:
    """The reference, observed anew, passes every sealed check."""
    sealed, bank = judge
    judgement = _judged(sealed, bank.solution)
    assert [c.name for c in judgement.checks if c.verdict is not Verdict.ACCEPTED] == []
    assert judgement.verdict is Verdict.ACCEPTED


def test_a_misconception_is_named_as_itself_or_not_at_all(judge: tuple[SealedJudge, CaseBank]) -> None:
    """On few cases a misconception may look like another: then none is named, and never the wrong one."""
    sealed, bank = judge
    named = 0
    for name, namespace in bank.misconceptions.items():
        found = [d.misconception for d in _judged(sealed, namespace).diagnoses]
        assert found in ([], [name])
        named += bool(found)
    caught = [n for n, s in bank.misconceptions.items() if _judged(sealed, s).verdict is not Verdict.ACCEPTED]
    assert named or not caught or sealed.exercise.number in {5, 11, 12, 24}


@pytest.mark.parametrize("judge", [n for n in NUMBERS if n not in WITH_BLOCKS], indirect=True)
def test_alternatives_pass(judge: tuple[SealedJudge, CaseBank]) -> None:
    """What is right but written otherwise passes the sealed checks, with its own names and layouts of weights."""
    sealed, _ = judge
    for path in sorted((ROOT / "reference" / sealed.exercise.id / "alternatives").glob("*.py")):
        module = ModuleType("alternative")
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(module))
        judgement = _judged(sealed, vars(module))
        failed = [(c.name, c.difference) for c in judgement.checks if c.verdict is not Verdict.ACCEPTED]
        assert failed == [], path.name


@pytest.mark.parametrize("number", NUMBERS)
def test_no_line_of_the_reference_is_in_it(number: int) -> None:
    """No line of code of the exercise's reference folder is in the sealed bytes."""
    exercise, _, sealed = _sealed(number)
    for path in (ROOT / "reference" / exercise.id).rglob("*.py"):
        for line in path.read_bytes().splitlines():
            if len(line.strip()) > 24:
                assert line.strip() not in sealed.content, (path.name, line)


def test_sealing_twice_gives_the_same_bytes() -> None:
    """Sealed cases are drawn from one fixed seed: two sealings are equal byte by byte."""
    exercise, bank, sealed = _sealed(3)
    assert seal(exercise, bank, VOCABULARY).content == sealed.content


def test_a_damaged_file_is_our_fault(tmp_path: Path) -> None:
    """A truncated or foreign file raises a GraderError that names it, never a verdict."""
    path = tmp_path / "cases.frames"
    path.write_bytes(_sealed(1)[2].content[:-10])
    with pytest.raises(GraderError, match=r"cases\.frames"):
        load_sealed(path)
    path.write_bytes(b"\0\0\0\2{}")
    with pytest.raises(GraderError, match=r"cases\.frames"):
        load_sealed(path)


def test_a_sealed_mistake_keeps_its_detail(tmp_path: Path) -> None:
    """What tells one form of a mistake from another is sealed with it, in both languages, and read back."""
    _, bank, sealed = _sealed(1)
    path = tmp_path / "cases.frames"
    path.write_bytes(sealed.content)
    details = {one.ids: one.detail for one in load_sealed(path).known}
    assert details[("ln-keepdim-missing",)] == bank.misconceptions["ln-keepdim-missing"]["DETAIL"]
    assert details[("ln-keepdim-missing",)] is not None
    assert details[("ln-unbiased-variance",)] is None
