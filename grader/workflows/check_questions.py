"""Checks a course's questions: form, parity, keys, distractors, ids; every key again by running torch."""

from __future__ import annotations

import tomllib
from pathlib import Path

from grader.domain.errors import Problem
from grader.quiz.bank import CATALOGUE, read_quizzes
from grader.quiz.soundness import bank_problems, question_problems
from grader.quiz.torch_keys import torch_problems


def check_questions(course_folder: Path, run_torch: bool = True) -> tuple[Problem, ...]:
    """Return every fault of the questions in `course_folder`/quizzes, all at once; none means sound.

    With `run_torch`, numeric, shape, formula and predict keys are recomputed at every parameter combination.
    """
    quizzes, problems = read_quizzes(course_folder)
    ids, catalogue_problems = _catalogue_ids(course_folder)
    found = [*problems, *catalogue_problems, *bank_problems(quizzes)]
    questions = [question for quiz in quizzes for question in quiz.questions]
    for question in questions:
        found.extend(question_problems(question, ids))
    if run_torch:
        for question in questions:
            found.extend(torch_problems(question))
    return tuple(found)


def _catalogue_ids(course_folder: Path) -> tuple[frozenset[str], tuple[Problem, ...]]:
    """Return the ids of misconceptions.toml; its own form is checked with the exercises."""
    path = course_folder / "quizzes" / CATALOGUE
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        fault = Problem(
            f"quizzes/{CATALOGUE}", "", str(error), "the catalogue of misconceptions", "Restore it."
        )
        return frozenset(), (fault,)
    entries = raw.get("misconception", [])
    return frozenset(str(entry["id"]) for entry in entries if "id" in entry), ()
