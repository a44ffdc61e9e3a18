"""The stored form of results: what is written reads back, and what earlier versions wrote does, too."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from grader.domain.classroom import IntakeFault, IntakeProblem
from grader.domain.result import (
    CheckResult,
    Diagnosis,
    Difference,
    DifferenceKind,
    Failure,
    GradeResult,
)
from grader.domain.result_form import (
    VERSION,
    UnknownForm,
    earlier_from_plain,
    earlier_to_plain,
    grade_from_plain,
    grade_to_plain,
    misconceptions_in,
    stored_from_plain,
    stored_to_plain,
)
from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.domain.stored_result import EarlierAttempt, StoredResult
from grader.domain.text import Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility

NOON = datetime(2026, 10, 1, 12, tzinfo=UTC)
TITLE = Text("sentence", "句子")
GRADE = GradeResult(
    exercise_number=3,
    exercise_id="ex03",
    verdict=Verdict.WRONG_ANSWER,
    score=4.5,
    max_score=10.0,
    seed=7,
    confinement=Confinement.FULL,
    checks=(
        CheckResult("a", Tier.CORE, Visibility.PUBLIC, Verdict.ACCEPTED, 4.5, 4.5, TITLE),
        CheckResult(
            "b", Tier.EDGE, Visibility.HIDDEN, Verdict.WRONG_ANSWER, 0.0, 5.5, TITLE,
            Difference(DifferenceKind.VALUE, "call.out[0]", "1", "2", 1.0, 4), "case b",
        ),
    ),
    diagnoses=(Diagnosis("x", 1e-9, 0.5, 3, detail=TITLE, together=("x", "y")),),
    submission_digest="d",
    course_digest="c",
    grader_version="0.1.0",
    seconds=0.25,
    failure=Failure(Verdict.TIME_LIMIT, "slow", "trace", 3),
    problem=SourceProblem(SourceFault.RAISED, "f.py", 1, None, "found", "expected"),
    remarks=(SourceNote(next(iter(SourceRemark)), 1, 2, "magic"),),
    shortcuts=("torch.softmax",),
    log="zero \0",
)  # fmt: skip
STORED = StoredResult(GRADE, IntakeProblem(IntakeFault.TOO_LARGE, "f.py", "9 MB"))


def _through_json(plain: Any) -> Any:
    return json.loads(json.dumps(plain))


def test_a_result_comes_back_as_it_was() -> None:
    """Every field survives the stay in JSON."""
    assert grade_from_plain(_through_json(grade_to_plain(GRADE))) == GRADE
    assert stored_from_plain(_through_json(stored_to_plain(STORED))) == STORED


def test_earlier_attempts_come_back_as_they_were() -> None:
    """Times and the whole result survive; for tables the result is left out."""
    attempts = (
        EarlierAttempt(9.0, Verdict.ACCEPTED, "d", NOON, NOON, True, "a.py", GRADE),
        EarlierAttempt(1.0, Verdict.FORBIDDEN),
    )
    plain = _through_json(earlier_to_plain(attempts))
    assert earlier_from_plain(plain) == attempts
    assert earlier_from_plain(plain, whole=False)[0] == replace(attempts[0], grade=None)
    assert earlier_from_plain(None) == ()


def test_what_is_unknown_is_passed_over_and_what_is_missing_has_its_default() -> None:
    """Fields of other versions, at any depth, neither stop the reader nor are invented."""
    plain = _through_json(grade_to_plain(GRADE))
    plain["from_elsewhere"] = 1
    plain["checks"][0]["from_elsewhere"] = plain["diagnoses"][0]["from_elsewhere"] = [1]
    for later in ("unrun_checks", "remarks", "shortcuts", "log", "weights"):
        del plain[later]
    del plain["diagnoses"][0]["together"]
    read = grade_from_plain(plain)
    assert read == replace(
        GRADE, remarks=(), shortcuts=(), log="", diagnoses=(replace(GRADE.diagnoses[0], together=()),)
    )


def test_old_attempts_had_less() -> None:
    """The first version kept neither file name nor result of an earlier attempt."""
    plain = [{"score": 9.0, "verdict": "wrong_answer", "submission_digest": "d", "submitted_at": None,
              "graded_at": NOON.isoformat(), "late": False}]  # fmt: skip
    assert earlier_from_plain(plain) == (EarlierAttempt(9.0, Verdict.WRONG_ANSWER, "d", None, NOON),)


@pytest.mark.parametrize("changes", [{"version": VERSION + 1}, {"verdict": "splendid"}, {"checks": None}])
def test_what_is_no_result_is_told(changes: dict[str, Any]) -> None:
    """A newer form, an unknown verdict or a broken list is an error of its own kind."""
    with pytest.raises(UnknownForm):
        grade_from_plain({**grade_to_plain(GRADE), **changes})


@pytest.mark.parametrize(
    "odd", [None, [], {}, {"diagnoses": {}}, {"diagnoses": [{}, "odd", {"misconception": 3}]}]
)
def test_misconceptions_are_found_without_reading_the_rest(odd: Any) -> None:
    """Whatever else is stored, the named misconceptions come out, and nothing comes out of what names none."""
    assert list(misconceptions_in(odd)) == []
    assert list(misconceptions_in(grade_to_plain(GRADE))) == ["x"]
