"""Ten thousand forged replies, and no exception in the judge: each is one submission's verdict."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import load_misconceptions
from grader.domain.misconception import Misconception
from grader.domain.result import GradeResult
from grader.domain.result_form import grade_from_plain, grade_to_plain
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.judge.bank import load_bank
from grader.reports.feedback import student_feedback
from grader.reports.staff_feedback import staff_feedback
from tests.hostile.forger import NASTY, Change, Forger, changes, closed, opened

EXERCISES = (1, 3, 4, 11, 12)
SOAK = os.environ.get("SLOW", "0") not in ("", "0")
COUNT = 2000 if SOAK else 60
"""Forged replies of each exercise."""


@pytest.fixture(scope="module")
def forgers(root: Path) -> dict[int, Forger]:
    """One forger of each exercise, whose implementation is the reference's own."""
    return {number: _forger(root, number) for number in EXERCISES}


def _forger(root: Path, number: int) -> Forger:
    exercise = load_exercise(root, number)
    return Forger(root, number, dict(load_bank(root, exercise.id, number, exercise.props).solution))


@pytest.fixture(scope="module")
def catalogue(root: Path) -> Mapping[str, Misconception]:
    """The misconceptions that feedback speaks of."""
    return load_misconceptions(root)


def _said(result: GradeResult, forger: Forger, catalogue: Mapping[str, Misconception]) -> str:
    """Everything that anybody is told of a result, after it was stored and read again."""
    again = grade_from_plain(json.loads(json.dumps(grade_to_plain(result))))
    said = [student_feedback(again, forger.exercise, catalogue, language) for language in Language]
    lines = [line.text for each in said for line in (*each.main, *each.more)]
    return "\n".join([*lines, str(staff_feedback(again))])


def test_an_honest_reply_is_graded_as_ever(forgers: dict[int, Forger]) -> None:
    """Where nothing is changed the forger's submission is accepted: what follows has teeth."""
    for forger in forgers.values():
        assert forger.grade(-1, bytes)[0].accepted


@pytest.mark.hostile
@pytest.mark.parametrize("number", EXERCISES)
def test_forged_replies_are_verdicts(
    number: int, forgers: dict[int, Forger], catalogue: Mapping[str, Misconception]
) -> None:
    """Whatever one reply is changed to, the judge tells a verdict, it can be stored and printed, and earns nothing
    that the honest one would not.
    """
    forger = forgers[number]
    drawn = random.Random(number)
    count = forger.grade(-1, bytes)[1]
    verdicts: Counter[Verdict] = Counter()
    for _ in range(COUNT):
        change = partial(_changed, drawn, drawn.choice(changes()))
        result, _ = forger.grade(drawn.randrange(1, count), change)
        _said(result, forger, catalogue).encode()
        verdicts[result.verdict] += 1
    print(f"exercise {number}: {dict(verdicts)}")
    assert verdicts[Verdict.INTERNAL_ERROR] == 0
    assert verdicts[Verdict.PROTOCOL_VIOLATION] > COUNT // 3


def _changed(drawn: random.Random, change: Change, frame: bytes) -> bytes:
    return change(drawn, *opened(frame))


@pytest.mark.hostile
@given(data=st.data())
@settings(
    max_examples=300 if SOAK else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_value_under_any_name_is_a_verdict(
    data: st.DataObject, forgers: dict[int, Forger], catalogue: Mapping[str, Misconception]
) -> None:
    """Replies of the right frame, with values that hypothesis makes up under the names that were asked for."""
    forger = forgers[data.draw(st.sampled_from(EXERCISES))]
    values = st.sampled_from(NASTY) | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.builds(_float, st.floats()),
        lambda inner: st.builds(_list, st.lists(inner, max_size=5)),
    )

    def change(frame: bytes) -> bytes:
        header, _ = opened(frame)
        for name, body in header["v"]["d"]:
            if name == "seen":
                body["d"] = [[key, data.draw(values)] for key, _ in body["d"]]
        return closed({**header, "t": []})

    result, _ = forger.grade(data.draw(st.integers(2, 6)), change)
    assert result.verdict is not Verdict.INTERNAL_ERROR
    _said(result, forger, catalogue).encode()


def _float(number: float) -> dict[str, str]:
    return {"f": repr(number)}


def _list(items: list[object]) -> dict[str, list[object]]:
    return {"l": items}
