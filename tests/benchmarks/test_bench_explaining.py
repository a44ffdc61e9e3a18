"""What it costs to read a wrong submission back, beside grading a right one of the same exercise in the same run."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

import psutil
import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.sandbox.launcher import CurrentServer, spawn_server
from tests.conftest import ROOT
from tests.explain import norm_programs

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="servers are forked")]
SEED = 20170612
OWN_NORM = ROOT / "reference" / "ex08_encoder_layer" / "alternatives" / "own_norm_class.py"
ROUNDS, BATCH = 4, 4
COMPOSITE, SINGLE = 8, 2
BUDGET = {COMPOSITE: 0.250, SINGLE: 0.100}
"""Seconds of processor that reading a wrong one back should take at most: printed, never asserted."""
MOST = {COMPOSITE: 8.0, SINGLE: 6.0}
"""How many right submissions reading one back may cost: generous, so that only a change in kind fails."""


def _programs(number: int) -> Mapping[str, str]:
    """A right program, and one with two deviations, in one style."""
    if number == COMPOSITE:
        right = OWN_NORM.read_text(encoding="utf-8")
        wrong = right.replace(
            "** 2).mean(dim=-1, keepdim=True)", "** 2).sum(dim=-1, keepdim=True) / (x.shape[-1] - 1)"
        )
        wrong = wrong.replace("x = x + self.ffn", "x = n + self.ffn")
    else:
        template, faults = (
            norm_programs.PROGRAMS[number],
            {"variance": "normalise.over=D-1", "shift": "plus.sign=-1"},
        )
        right, wrong = (template.write(chosen, random.Random(SEED)).source for chosen in ({}, faults))
    return {"right": right, "wrong": wrong}


def _processor_seconds() -> float:
    """What this process has used, with the servers below it and all children that they have seen end."""
    used = time.process_time()
    for server in psutil.Process().children():
        times = server.cpu_times()
        used += times.user + times.system + times.children_user + times.children_system
    return used


def _seconds_each(grader: Grader, source: str, name: str) -> float:
    """Processor seconds a submission, over a batch; the file's last line makes each another one."""
    before = _processor_seconds()
    for number in range(BATCH):
        grader.grade(Submission("mine.py", SourceKind.PYTHON, f"{source}\n# {name} {number}\n".encode()))
    time.sleep(0.3)  # the last child is seen to end a little later
    return (_processor_seconds() - before) / BATCH


@contextmanager
def _unread(grader: Grader) -> Iterator[None]:
    """As if nothing were read back."""
    own = grader.judge.explain
    grader.judge.explain = lambda *args: None  # type: ignore[method-assign,assignment]  # for the measurement alone
    try:
        yield
    finally:
        grader.judge.explain = own  # type: ignore[method-assign]  # as it was


@pytest.mark.parametrize("number", [COMPOSITE, SINGLE])
def test_reading_back_beside_a_right_submission(number: int) -> None:
    """Reading a wrong one back costs a few right submissions at most; a right one pays nothing for it."""
    exercise, programs = load_exercise(ROOT, number), _programs(number)
    taken: dict[str, list[float]] = {}
    with closing(spawn_server(warm=True)) as server:
        grader = Grader(exercise, ROOT, course_digest(ROOT, number), SEED, CurrentServer(server))
        for name, source in programs.items():
            verdict = grader.grade(Submission("mine.py", SourceKind.PYTHON, source.encode())).verdict
            assert (verdict is Verdict.ACCEPTED) == (name == "right")
        for _ in range(ROUNDS + 1):
            for name, source in programs.items():
                taken.setdefault(f"{name}, read back", []).append(_seconds_each(grader, source, name))
                with _unread(grader):
                    taken.setdefault(name, []).append(_seconds_each(grader, source, name))
    medians = {name: statistics.median(values[1:]) for name, values in taken.items()}  # the first warms up
    reading, right = medians["wrong, read back"] - medians["wrong"], medians["right, read back"]
    print(f"\nexercise {number}: processor of a submission, in {ROUNDS} rounds of {BATCH}")
    for name, seconds in medians.items():
        print(f"  {name:20} {1000 * seconds:7.1f} ms   {seconds / right:5.2f} x a right one")
    share = f"{1000 * reading:.1f} ms of {1000 * BUDGET[number]:.0f}"
    print(f"  {'the reading alone':20} {share}   {reading / right:5.2f} x a right one")
    assert reading < MOST[number] * right
    assert right < 2 * medians["right"]
