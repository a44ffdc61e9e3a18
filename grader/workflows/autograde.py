"""One submission in a platform's container: every file of one learner graded, in the words of the platform's file."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import load_misconceptions
from grader.classrun.messages import Instruction, encode_job, read_answer
from grader.classrun.process import START_SECONDS, GradingProcess, longest_answer_seconds
from grader.classrun.rows import GradedUnder, unrun_row
from grader.domain.classroom import Handin, IntakeFault
from grader.domain.errors import GraderError
from grader.domain.exercise import Exercise
from grader.domain.result import GradeResult
from grader.domain.text import Language, Text
from grader.domain.verdict import Confinement
from grader.intake.form import Owned
from grader.intake.learner_files import read_learner
from grader.intake.listing import list_folder
from grader.intake.source_file import is_untouched
from grader.reports.classroom50 import HandedIn, classroom50_result
from grader.reports.gradescope import gradescope_results
from grader.reports.intake_words import say_choice, say_intake_problem, say_no_file


class ResultFile(StrEnum):
    """The platforms whose containers are served."""

    GRADESCOPE = "gradescope"
    CLASSROOM50 = "classroom50"


@dataclass(frozen=True)
class Container:
    """What a container is to grade, and under what."""

    course: Path
    numbers: tuple[int, ...]
    seed: int
    require: Confinement
    language: Language
    now: datetime


def autograde(
    container: Container, folder: Path, form: ResultFile, environment: Mapping[str, str]
) -> dict[str, Any]:
    """Grade the files in `folder` and return the platform's object.

    An exercise of which nothing was handed in is a result with 0 points. Raises GraderError for faults of
    ours: the platform then shows that the autograder failed, and nobody has a score.
    """
    began = time.monotonic()
    exercises = [load_exercise(container.course, number) for number in container.numbers]
    handins = read_handins(folder, exercises, container.numbers)
    process = GradingProcess.start(Instruction(container.course, container.seed, container.require))
    try:
        graded = [(exercise, _grade(container, exercise, handins, process)) for exercise in exercises]
    finally:
        process.end()
    if form is ResultFile.CLASSROOM50:
        return classroom50_result(graded, HandedIn.of(environment), container.language, container.now)
    return gradescope_results(
        graded,
        load_misconceptions(container.course),
        container.language,
        notes=[words.get(container.language) for words in file_notes(handins, exercises)],
        seconds=time.monotonic() - began,
    )


def read_handins(folder: Path, exercises: Sequence[Exercise], numbers: Sequence[int]) -> list[Handin]:
    """Read the files of the one learner; of several for one exercise the same one counts as in a class."""
    owned = [Owned("learner", "learner", file.path, file) for file in list_folder(folder).files]
    owned = owned or [Owned("learner", "learner", "", None, fault=IntakeFault.NO_SOURCE)]
    read = read_learner("learner", "", owned, exercises, numbers)
    return [each for each in read if isinstance(each, Handin)]


def file_notes(handins: Sequence[Handin], exercises: Sequence[Exercise]) -> Iterator[Text]:
    """What to tell about the files: what could not be read, which of several counted, what no file is for."""
    for each in handins:
        if each.problem is not None:
            yield say_intake_problem(each.problem)
        if each.choice.kept:
            yield say_choice(each.file_name, each.choice.kept, each.choice.by)
    is_told = any(each.problem is not None for each in handins)
    for exercise in exercises:
        if not is_told and not any(exercise.number in each.exercises for each in handins):
            yield say_no_file(exercise)


def _grade(
    container: Container, exercise: Exercise, handins: Sequence[Handin], process: GradingProcess
) -> GradeResult:
    digest = course_digest(container.course, exercise.number)
    under = GradedUnder(exercise, container.seed, digest, container.now)
    item = next((each for each in handins if exercise.number in each.exercises), None)
    if item is None:  # nothing was handed in for it, or nothing that tells so
        item = Handin("learner", "", (exercise.number,), "")
    submission = item.submission
    if submission is None or is_untouched(submission, exercise.stub):
        return unrun_row(item, under).result.grade
    job = encode_job(exercise.number, submission)
    found = process.ask(job, START_SECONDS + longest_answer_seconds(exercise.limits.wall_seconds))
    while found == {}:  # it says first that it is ready
        found = process.hear()
    if found is None:
        raise GraderError("the grading process ended")
    answer = read_answer(found)
    result = answer.result
    if result is None:
        raise GraderError(answer.fault)
    if answer.is_fault:
        raise GraderError(result.failure.summary if result.failure is not None else "the grader failed")
    return result


def write_result(content: dict[str, Any], path: Path) -> None:
    """Write the object whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".part")
    half.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    half.replace(path)
