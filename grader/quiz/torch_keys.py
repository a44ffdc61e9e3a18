"""Compares a question's key with torch, at every combination of its parameters."""

from __future__ import annotations

from grader.domain.errors import Problem
from grader.quiz.question import Question
from grader.quiz.recompute import run_code
from grader.quiz.soundness import assignments


def torch_problems(question: Question) -> tuple[Problem, ...]:
    """Return where the key is not what torch gives, and numbers or shapes that torch does not check."""
    if not question.torch_code:
        if question.needs_torch_key:
            return (_problem(question, "no torch_key", "code that computes the key", "Add torch_key."),)
        return ()
    if question.torch_values is None:
        return (_problem(question, "torch_key without samples", "values to run it at", "Add samples."),)
    for values in assignments(question.torch_values):
        told = ", ".join(f"{name}={value:g}" for name, value in values.items())
        try:
            key, given = question.beside_torch(run_code(question.torch_code, values), values)
        except Exception as error:  # noqa: BLE001  # any fault of the author's code is reported with its place
            return (_problem(question, f"{error!r} at {told}", "code that runs", "Mend the code."),)
        if key != given:
            return (
                _problem(question, f"key {key} at {told}", f"torch's {given}", "Correct the key or code."),
            )
    return ()


def _problem(question: Question, found: str, expected: str, mend: str) -> Problem:
    return Problem(f"quizzes/{question.quiz}.toml", f"question {question.id}", found, expected, mend)
