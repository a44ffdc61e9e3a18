"""What travels between a class run's parent process, its grading processes.

Down goes an instruction (course, seed, least level), then jobs: a JSON header, a zero byte and the source. Up come JSON
objects with one key: `result` (a grading in its stored form), `crash` (a traceback of ours over this submission) or
`broken` (the course itself cannot be loaded, so that nobody can be graded).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.classrun.engine import Answer
from grader.domain.errors import GraderError
from grader.domain.result import GradeResult
from grader.domain.result_form import grade_from_plain, grade_to_plain
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement

READY = b"{}"
"""What a grading process says first."""


@dataclass(frozen=True)
class Instruction:
    """What a grading process is to grade: which course, with which seed, under which confinement at least."""

    course: Path
    seed: int
    require: Confinement


def encode_instruction(instruction: Instruction) -> bytes:
    """The first message to a grading process."""
    plain = {
        "course": str(instruction.course),
        "seed": instruction.seed,
        "require": str(instruction.require),
    }
    return json.dumps(plain).encode()


def decode_instruction(message: bytes) -> Instruction:
    """Read the first message."""
    plain = json.loads(message)
    return Instruction(Path(plain["course"]), plain["seed"], Confinement(plain["require"]))


def encode_job(exercise: int, submission: Submission) -> bytes:
    """A job for one submission of one exercise."""
    header = {"exercise": exercise, "kind": str(submission.kind), "name": submission.name}
    return json.dumps(header).encode() + b"\0" + submission.source


def decode_job(job: bytes) -> tuple[int, Submission]:
    """The exercise and the submission of a job."""
    header, _, source = job.partition(b"\0")
    plain = json.loads(header)
    return plain["exercise"], Submission(plain["name"], SourceKind(plain["kind"]), source)


def result_message(result: GradeResult) -> dict[str, Any]:
    """The answer where there is a verdict."""
    return {"result": grade_to_plain(result)}


def crash_message(traceback: str) -> dict[str, Any]:
    """The answer where our own code failed over the submission."""
    return {"crash": traceback}


def broken_message(why: str) -> dict[str, Any]:
    """The answer where nobody can be graded."""
    return {"broken": why}


def read_answer(plain: Mapping[str, Any]) -> Answer:
    """What a grading process answered. Raises GraderError where it says that nobody can be graded."""
    if "broken" in plain:
        raise GraderError(plain["broken"])
    result = plain.get("result")
    return Answer(None if result is None else grade_from_plain(result), plain.get("crash", ""))
