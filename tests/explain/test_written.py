"""Programs written with known deviations are read back with exactly these."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import forms_for, load_misconceptions
from grader.domain.computation import Computation
from grader.grading.load_judge import load_judge
from grader.judge.grade import Judge
from tests.conftest import ROOT
from tests.explain import network_programs, norm_programs, reduction_programs, stack_programs, written
from tests.explain.templates import Written

PAIRS, TRIPLES = 200, 50
SAMPLE = 4, 2
SEED = 20170612
TEMPLATES = {
    **norm_programs.PROGRAMS,
    **network_programs.PROGRAMS,
    **stack_programs.PROGRAMS,
    **reduction_programs.PROGRAMS,
}
NUMBERS = sorted({*TEMPLATES, *written.OF_EXERCISE})
UNKNOWN = frozenset(("unknown", "other"))

SAME: Mapping[frozenset[str], frozenset[str]] = {
    frozenset(("y: a for h", "m: a for h")): frozenset(("h: without x",)),
    frozenset(("m: a for h", "g: a for h")): frozenset(("h: without x",)),
    frozenset(("k: c for g", "y: c for g")): frozenset(("g: without h",)),
    frozenset(("extra shift on n", "missing gain")): frozenset(("extra shift on y", "missing gain")),
}
"""Deviations that say the same of a program as others do."""


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile: that of a whole suite takes longer than a reading may."""
    gc.disable()
    yield
    gc.enable()


@cache
def judge_of(number: int) -> Judge:
    """The judge of an exercise."""
    return load_judge(ROOT, load_exercise(ROOT, number), SEED)


@cache
def forms(number: int) -> Mapping[str, tuple[frozenset[str], ...]]:
    """What stands for a misconception in this exercise."""
    return forms_for(number, load_misconceptions(ROOT).values())


def singles(number: int) -> Sequence[Written]:
    """Programs with one deviation each."""
    return TEMPLATES[number].singles(SEED) if number in TEMPLATES else written.singles(number, SEED)


def drawn(number: int, count: int, faults: int, seed: int) -> Sequence[Written]:
    """Programs with this many deviations each."""
    if number in TEMPLATES:
        return TEMPLATES[number].drawn(count, faults, seed)
    return written.drawn(number, count, faults, seed)


def read(number: int, program: Written) -> Computation | None:
    """The program's computation, named as in its exercise; entries that it lacks are those of the solution."""
    space: dict[str, object] = {"__name__": "learner"}
    exec(compile(program.source, "learner.py", "exec"), space)
    judge = judge_of(number)
    space = {**judge.bank.solution, **space}  # type: ignore[attr-defined]  # of a course with answers
    found = judge.explain(judge.own_session(space), forms(number), {})  # type: ignore[attr-defined]
    assert found is None or isinstance(found, Computation)
    return found


def keys_of(found: Computation | None) -> frozenset[str]:
    """The keys that a program was read with, each in one way of saying it."""
    keys = (
        {each.key.replace(" on bias", " on up") for each in found.deviations} if found is not None else set()
    )
    for said, meant in SAME.items():
        if said <= keys:
            keys = keys - said | meant
    for last in ("y: without h", "y: without g"):
        keys = {key.replace(" on f", " on y") for key in keys} if last in keys else keys
    return frozenset(keys)


def false_names(number: int, found: Computation | None, program: Written) -> set[str]:
    """The misconceptions that it is told by, though its deviations make up none of their forms."""
    named = {each.misconception for each in found.deviations} - {""} if found is not None else set()
    return {
        name
        for name in named
        if not any(all(_is_there(form, program) for form in wanted) for wanted in forms(number).get(name, ()))
    }


def _is_there(form: str, program: Written) -> bool:
    key = form.rpartition("@")[2]
    return any(each.startswith(key[:-1]) if key.endswith("*") else each == key for each in program.keys)


def outcome(number: int, program: Written) -> str:
    """How a program was read: "false", "whole", "in part", "not" or "otherwise"."""
    found = read(number, program)
    keys = keys_of(found)
    if false_names(number, found, program):
        return "false"
    if keys == program.keys:
        return "whole"
    if not keys - UNKNOWN:
        return "not"
    return "in part" if keys - UNKNOWN < program.keys else "otherwise"


def told(number: int, programs: Sequence[Written], capsys: pytest.CaptureFixture[str]) -> Mapping[str, int]:
    """How many of these programs were read in which way; printed, with every one that was not read whole."""
    outcomes = [(outcome(number, program), program) for program in programs]
    counts = Counter(how for how, _ in outcomes)
    with capsys.disabled():
        print(f" exercise {number}: {dict(counts)}", end="")
    for how, program in outcomes:
        if how != "whole":
            print(how, sorted(program.keys), program.source, sep="\n")
    return counts


@pytest.mark.parametrize("number", NUMBERS)
def test_a_program_without_deviation_is_read_as_that(number: int) -> None:
    """In whatever style a right program is written, nothing is found."""
    draw = random.Random(SEED)
    for _ in range(4):
        right = TEMPLATES[number].write({}, draw) if number in TEMPLATES else written.write(number, {}, draw)
        assert not keys_of(read(number, right)), right.source


@pytest.mark.parametrize("number", NUMBERS)
def test_every_form_alone_is_read_as_itself(number: int) -> None:
    """A program with one deviation is read back with this one alone, whatever its style."""
    programs = singles(number)
    wrong = [
        (sorted(p.keys), sorted(keys_of(read(number, p)))) for p in programs if outcome(number, p) != "whole"
    ]
    assert not wrong


@pytest.mark.parametrize("number", NUMBERS)
def test_several_deviations_are_read(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Programs with two or three deviations get no false name, and nearly all are read back with exactly these."""
    pairs, triples = SAMPLE
    counts = told(number, [*drawn(number, pairs, 2, SEED), *drawn(number, triples, 3, SEED + 1)], capsys)
    assert not counts["false"]
    assert counts["whole"] >= SAMPLE[0]


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_hundreds_of_products_are_read(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Of 200 pairs and 50 triples nine in ten and more are read with exactly these deviations, none under a false name."""
    counts = told(number, [*drawn(number, PAIRS, 2, SEED), *drawn(number, TRIPLES, 3, SEED + 1)], capsys)
    assert not counts["false"]
    assert counts["whole"] >= 0.9 * (PAIRS + TRIPLES)
