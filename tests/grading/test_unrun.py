"""The result of a submission that was not run."""

from __future__ import annotations

import pytest

from grader.domain.verdict import Confinement, Verdict
from grader.grading.seed import SEED_BITS, fresh_seed
from grader.grading.unrun import unrun
from tests.classrun.small import EXERCISES


@pytest.mark.parametrize(
    "verdict", [Verdict.NOT_ATTEMPTED, Verdict.INVALID_SUBMISSION, Verdict.INTERNAL_ERROR]
)
def test_it_has_a_verdict_and_nothing_else(verdict: Verdict) -> None:
    """No points, no checks, no diagnoses; the exercise, the digests and the seed are those that were given."""
    result = unrun(EXERCISES[3], "source", "course", 7, verdict)
    assert (result.verdict, result.score, result.max_score, result.confinement) == (
        verdict,
        0.0,
        10.0,
        Confinement.NONE,
    )
    assert (result.checks, result.diagnoses, result.failure) == ((), (), None)
    assert (result.exercise_number, result.submission_digest, result.course_digest, result.seed) == (
        3,
        "source",
        "course",
        7,
    )


def test_seeds_differ_and_fit() -> None:
    """A fresh seed is one of two milliards, and hardly ever the one before."""
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) > 95
    assert all(0 <= seed < 2**SEED_BITS for seed in seeds)
