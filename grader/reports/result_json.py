"""A result as JSON: the student's object of the schema `addnorm.grade/1`, and the staff's, which holds more
and reads back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any

from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception
from grader.domain.result import (
    CheckResult,
    Diagnosis,
    Difference,
    DifferenceKind,
    Failure,
    GradeResult,
    WrongStage,
)
from grader.domain.source_problem import note_from_plain, problem_from_plain, to_plain
from grader.domain.text import Language, Text
from grader.domain.verdict import Confinement, Tier, Verdict, Visibility
from grader.reports.difference_words import explain_difference
from grader.reports.evidence import diagnosis_message, evidence, stage_message

SCHEMA = "addnorm.grade/1"


def student_json(
    result: GradeResult, catalogue: Mapping[str, Misconception], language: Language
) -> dict[str, Any]:
    """The object that `grade exercise --json` prints: nothing of a hidden case but its sentence."""
    return {
        "schema": SCHEMA,
        "exercise": {"number": result.exercise_number, "id": result.exercise_id},
        "verdict": str(result.verdict),
        "score": result.score,
        "max_score": result.max_score,
        "seed": result.seed,
        "confinement": str(result.confinement),
        "checks": [_student_check(check, language) for check in result.checks],
        "diagnoses": [
            {
                "misconception": found.misconception,
                "evidence": evidence(found, apart=True).get(language),
                "message": diagnosis_message(catalogue[found.misconception]).get(language),
                "questions": list(catalogue[found.misconception].questions),
            }
            for found in result.diagnoses
        ],
        "first_wrong_stage": _stage(result.first_wrong_stage, language),
        "digest": {
            "submission": result.submission_digest,
            "course": result.course_digest,
            "grader": result.grader_version,
        },
        "seconds": result.seconds,
    } | ({"unrun_checks": result.unrun_checks} if result.unrun_checks else {})


def _student_check(check: CheckResult, language: Language) -> dict[str, Any]:
    message = None
    if check.difference is not None:
        message = explain_difference(check.difference, public=check.visibility is Visibility.PUBLIC).get(
            language
        )
    return {
        "name": check.name,
        "tier": str(check.tier),
        "visibility": str(check.visibility),
        "verdict": str(check.verdict),
        "points": check.points,
        "max_points": check.max_points,
        "title": check.title.get(language),
        "message": message,
    }


def _stage(stage: WrongStage | None, language: Language) -> dict[str, Any] | None:
    if stage is None:
        return None
    return {"stage": stage.stage, "after": stage.after, "message": stage_message(stage).get(language)}


def staff_json(
    result: GradeResult, catalogue: Mapping[str, Misconception], language: Language
) -> dict[str, Any]:
    """The student's object and, under "staff", everything else: differences, tracebacks, the log. Reads back."""
    return student_json(result, catalogue, language) | {"staff": to_stored(result)}


def to_stored(result: GradeResult) -> dict[str, Any]:
    """Every field of a result as JSON-ready data; `from_stored` reads it back."""
    plain = {name: _plain(getattr(result, name)) for name in GradeResult.__dataclass_fields__}
    plain["problem"] = None if result.problem is None else to_plain(result.problem)
    plain["remarks"] = [to_plain(note) for note in result.remarks]
    return plain


def _plain(value: Any) -> Any:
    """`dataclasses.asdict` for values that nobody changes: without its copies, a third of the time."""
    if is_dataclass(value):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def from_stored(plain: Mapping[str, Any], exercise: Exercise | None = None) -> GradeResult:
    """The result that `to_stored` wrote; titles come from the stored data, so that old runs stay readable.

    What a class run keeps beside it (`intake`, `kept`, `attempts`) is left out.
    """
    fields = {name: value for name, value in plain.items() if name in GradeResult.__dataclass_fields__}
    fields["verdict"] = Verdict(plain["verdict"])
    fields["confinement"] = Confinement(plain["confinement"])
    fields["checks"] = tuple(_check(check) for check in plain["checks"])
    fields["diagnoses"] = tuple(_diagnosis(found) for found in plain["diagnoses"])
    stage = plain["first_wrong_stage"]
    fields["first_wrong_stage"] = None if stage is None else _wrong_stage(stage)
    failure = plain["failure"]
    fields["failure"] = (
        None if failure is None else Failure(**{**failure, "verdict": Verdict(failure["verdict"])})
    )
    fields["problem"] = None if plain["problem"] is None else problem_from_plain(plain["problem"])
    fields["remarks"] = tuple(note_from_plain(note) for note in plain["remarks"])
    fields["shortcuts"] = tuple(plain["shortcuts"])
    return GradeResult(**fields)


def _check(plain: Mapping[str, Any]) -> CheckResult:
    difference = plain["difference"]
    return CheckResult(
        **{
            **plain,
            "tier": Tier(plain["tier"]),
            "visibility": Visibility(plain["visibility"]),
            "verdict": Verdict(plain["verdict"]),
            "title": Text(**plain["title"]),
            "difference": None
            if difference is None
            else Difference(**{**difference, "kind": DifferenceKind(difference["kind"])}),
        }
    )


def _diagnosis(plain: Mapping[str, Any]) -> Diagnosis:
    detail = plain.get("detail")
    words = None if detail is None else Text(**detail)
    return Diagnosis(**{**plain, "detail": words, "together": tuple(plain.get("together", ()))})


def _wrong_stage(plain: Mapping[str, Any]) -> WrongStage:
    texts = {
        name: None if plain[name] is None else Text(**plain[name])
        for name in ("stage_title", "after_title", "slip")
    }
    return WrongStage(**{**plain, **texts})
