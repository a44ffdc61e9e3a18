"""Classroom 50's `result.json`: whole numbers, no key too many; points are told in hundredths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from grader.domain.exercise import Exercise
from grader.domain.result import GradeResult
from grader.domain.text import Language
from grader.domain.verdict import Verdict

SCHEMA = "classroom50/result/v1"
HUNDREDTHS = 100
VARIABLES = (
    "CLASSROOM",
    "ASSIGNMENT",
    "ASSIGNMENT_TYPE",
    "OWNER",
    "SUBMISSION_TAG",
    "COMMIT_URL",
    "RELEASE_URL",
    "REVIEW_URL",
)


@dataclass(frozen=True)
class HandedIn:
    """What the platform's environment says of a submission."""

    classroom: str
    assignment: str
    assignment_type: str
    owner: str
    tag: str
    commit: str
    release: str
    review: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> HandedIn:
        """Read the variables; a missing one is empty."""
        return cls(*(environment.get(name, "") for name in VARIABLES))


def classroom50_result(
    graded: Sequence[tuple[Exercise, GradeResult]], handed_in: HandedIn, language: Language, now: datetime
) -> dict[str, Any]:
    """The file's object for one submission; a point is 100."""
    tests = [test for exercise, result in graded for test in _tests(exercise, result, language)]
    tag = handed_in.tag if handed_in.tag.startswith("submit/") else f"submit/{handed_in.tag}"
    return {
        "schema": SCHEMA,
        "classroom": handed_in.classroom,
        "assignment": handed_in.assignment,
        "assignment_type": handed_in.assignment_type,
        "owner": handed_in.owner,
        "submission": tag,
        "commit": handed_in.commit,
        "release": handed_in.release,
        "review": handed_in.review,
        "datetime": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }


def _tests(exercise: Exercise, result: GradeResult, language: Language) -> Iterator[dict[str, Any]]:
    counting = [check for check in result.checks if check.max_points > 0]
    if not counting:
        score, most = round(HUNDREDTHS * result.score), round(HUNDREDTHS * result.max_score)
        yield _test(exercise.title.get(language), result.accepted, score, most)
        return
    # rounded along the way, so that the whole numbers add up to the whole
    steps = [round(HUNDREDTHS * total) for total in accumulate(check.max_points for check in counting)]
    for check, end, begin in zip(counting, steps, [0, *steps], strict=False):
        passed = check.verdict is Verdict.ACCEPTED and check.points > 0
        name = f"{exercise.number}: {check.title.get(language)}"
        yield _test(name, passed, end - begin if passed else 0, end - begin)


def _test(name: str, passed: bool, score: int, most: int) -> dict[str, Any]:
    return {"test-name": name, "passed": passed, "score": score, "max-score": most}
