"""Programs written with known deviations are read back with exactly these."""

import os

import pytest

from grader.catalog.exercises import load_exercise
from grader.grading.load_judge import load_judge
from grader.judge.grade import Judge
from tests.conftest import ROOT
from tests.explain.written import OF_EXERCISE, Written, drawn, singles

PAIRS, TRIPLES = (200, 50) if os.environ.get("SLOW") else (4, 2)
SEED = 20170612


def read(judge: Judge, written: Written) -> frozenset[str]:
    """The keys that the program is read back with; a wire that means a missing sum is told as one."""
    space: dict[str, object] = {"__name__": "learner"}
    exec(compile(written.source, "learner.py", "exec"), space)
    found = judge.explain(judge.own_session(space), {}, {})  # type: ignore[attr-defined]  # of a course with answers
    keys = {deviation.key for deviation in found.deviations} if found is not None else set()
    if "y: without h" in keys:
        keys = {key.replace(" on f", " on y") for key in keys}
    if "y: a for h" in keys:
        keys = keys - {"y: a for h", "m: a for h"} | {"h: without x"}
    return frozenset(keys)


@pytest.mark.parametrize("number", OF_EXERCISE)
def test_every_form_alone_is_read_as_itself(number: int) -> None:
    """A program with one deviation is read back with this one alone, whatever its style."""
    judge = load_judge(ROOT, load_exercise(ROOT, number), SEED)
    wrong = [
        (sorted(w.keys), sorted(found)) for w in singles(number, SEED) if (found := read(judge, w)) != w.keys
    ]
    assert not wrong


@pytest.mark.parametrize("number", [number for number, groups in OF_EXERCISE.items() if len(groups) > 2])
def test_several_deviations_are_all_read(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Of programs with two or three deviations at least 95 % are read back with exactly these."""
    judge = load_judge(ROOT, load_exercise(ROOT, number), SEED)
    programs = [*drawn(number, PAIRS, 2, SEED), *drawn(number, TRIPLES, 3, SEED + 1)]
    results = [(written.keys, read(judge, written)) for written in programs]
    whole = sum(found == wanted for wanted, found in results)
    part = sum(found < wanted for wanted, found in results)
    other = len(results) - whole - part
    with capsys.disabled():
        print(f" exercise {number}: {whole} read whole, {part} in part, {other} otherwise, of {len(results)}")
    assert whole >= 0.95 * len(results), [r for r in results if r[0] != r[1]]
