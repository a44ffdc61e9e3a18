"""Loads what judges an exercise of a course: its reference, or the sealed public cases of a student's kit."""

from __future__ import annotations

from pathlib import Path

from grader.catalog.course import has_reference
from grader.catalog.course_file import load_vocabulary
from grader.domain.exercise import Exercise
from grader.judge.bank import load_bank
from grader.judge.grade import Judge, ReferenceJudge
from grader.judge.sealed import SealedJudge, load_sealed, sealed_file


def load_judge(course: Path, exercise: Exercise, seed: int, *, slow: bool = True) -> Judge:
    """Return the judge with the reference, or, in a course that has none, with the sealed public cases.

    Raises GraderError if the course has neither.
    """
    sealed = sealed_file(course, exercise.id)
    if sealed.is_file() and not has_reference(course, exercise.id):
        return SealedJudge(exercise, load_sealed(sealed), load_vocabulary(course))
    return load_reference_judge(course, exercise, seed, slow=slow)


def load_reference_judge(course: Path, exercise: Exercise, seed: int, *, slow: bool = True) -> ReferenceJudge:
    """Return the judge with the reference; raises GraderError if the course has none."""
    bank = load_bank(course, exercise.id, exercise.number, exercise.props)
    return ReferenceJudge(exercise, bank, seed, load_vocabulary(course), slow=slow)
