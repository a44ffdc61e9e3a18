"""A result as JSON, of the schema `addnorm.grade/1`: the student's object, within the staff's, which holds more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.domain.computation import Computation
from grader.domain.fact import Fact
from grader.domain.misconception import Misconception
from grader.domain.result import CheckResult, GradeResult, Stop
from grader.domain.result_form import grade_to_plain
from grader.domain.text import Language
from grader.domain.verdict import Visibility
from grader.reports.difference_words import explain_difference
from grader.reports.evidence import diagnosis_message, evidence
from grader.reports.exception_text import is_builtin_exception
from grader.reports.fact_words import fact_message
from grader.reports.stop_words import explain_stop

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
        "stop": _stop(result.stop, language),
        "facts": [_fact(fact, language) for fact in result.facts],
        "computation": _steps(result.computation),
        "digest": {
            "submission": result.submission_digest,
            "course": result.course_digest,
            "grader": result.grader_version,
        },
        "seconds": result.seconds,
    } | ({"unrun_checks": result.unrun_checks} if result.unrun_checks else {})


def _stop(stop: Stop | None, language: Language) -> dict[str, Any] | None:
    """The exception that the code stopped with, its place, and what it means where that is known."""
    if stop is None:
        return None
    meaning = explain_stop(stop)
    message = None if meaning is None else meaning.get(language)
    kind = stop.type if stop.public or is_builtin_exception(stop.type) else "Exception"
    return {"type": kind, "line": stop.line, "cell": stop.cell, "code": stop.code, "message": message}


def _fact(fact: Fact, language: Language) -> dict[str, Any]:
    message = fact_message(fact).get(language)
    return {"kind": str(fact.kind), "line": fact.line, "cell": fact.cell, "message": message}


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


def _steps(computation: Computation | None) -> list[dict[str, Any]]:
    """The steps of what the code computes, with the first misconception of each that deviates."""
    return [
        {
            "name": step.name,
            "formula": step.formula,
            "asked": step.asked,
            "line": step.place.line,
            "cell": step.place.cell,
            "standing": str(step.standing),
            "misconception": next(iter(step.misconceptions), None),
        }
        for step in (computation.steps if computation is not None else ())
    ]


def staff_json(
    result: GradeResult, catalogue: Mapping[str, Misconception], language: Language
) -> dict[str, Any]:
    """The student's object and, under "staff", everything else: differences, tracebacks, the log. Reads back."""
    return student_json(result, catalogue, language) | {"staff": grade_to_plain(result)}
