"""Gradescope's `results.json`: one test a check, in the learner's words; of a hidden case only its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grader.domain.exercise import Exercise
from grader.domain.misconception import Misconception
from grader.domain.result import CheckResult, GradeResult
from grader.domain.text import Language
from grader.domain.verdict import Verdict, Visibility
from grader.reports.difference_words import explain_difference
from grader.reports.feedback import student_feedback
from grader.reports.plain_values import VERDICTS

Graded = tuple[Exercise, GradeResult]


def gradescope_results(
    graded: Sequence[Graded],
    catalogue: Mapping[str, Misconception],
    language: Language,
    *,
    notes: Sequence[str] = (),
    seconds: float = 0.0,
) -> dict[str, Any]:
    """The file's object for one submission; `notes` are sentences about what could not be read.

    The sum of `max_score` is what the assignment's points must be: ten an exercise.
    """
    tests = [test for exercise, result in graded for test in _tests(exercise, result, language)]
    words = [*notes, *(_feedback(exercise, result, catalogue, language) for exercise, result in graded)]
    return {
        "score": round(sum(test["score"] for test in tests), 6),
        "execution_time": round(seconds, 3),
        "output": "\n\n".join(words),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {"exercises": [_extra(result) for _, result in graded]},
    }


def _feedback(
    exercise: Exercise, result: GradeResult, catalogue: Mapping[str, Misconception], language: Language
) -> str:
    feedback = student_feedback(result, exercise, catalogue, language)
    return "\n".join(" " * line.indent + line.text for line in feedback.main)


def _tests(exercise: Exercise, result: GradeResult, language: Language) -> Iterator[dict[str, Any]]:
    if not result.checks:
        yield {
            "name": exercise.title.get(language),
            "number": str(exercise.number),
            "score": result.score,
            "max_score": result.max_score,
            "status": "failed",
            "output": VERDICTS[result.verdict].get(language),
            "visibility": "visible",
        }
    for place, check in enumerate(result.checks, 1):
        yield {
            "name": check.title.get(language),
            "number": f"{exercise.number}.{place}",
            "score": check.points,
            "max_score": check.max_points,
            "status": "passed" if check.verdict is Verdict.ACCEPTED else "failed",
            "output": _said(check, language),
            "tags": [exercise.id, str(check.tier), str(check.visibility)],
            "visibility": "visible",
        }


def _said(check: CheckResult, language: Language) -> str:
    if check.verdict is Verdict.ACCEPTED:
        return ""
    if check.difference is None:
        return VERDICTS[check.verdict].get(language)
    return explain_difference(check.difference, public=check.visibility is Visibility.PUBLIC).get(language)


def _extra(result: GradeResult) -> dict[str, Any]:
    """What reproduces the score; Gradescope shows it to staff alone."""
    return {
        "exercise": result.exercise_id,
        "verdict": str(result.verdict),
        "seed": result.seed,
        "confinement": str(result.confinement),
        "misconceptions": [found.misconception for found in result.diagnoses],
        "submission_digest": result.submission_digest,
        "course_digest": result.course_digest,
        "grader_version": result.grader_version,
    }
