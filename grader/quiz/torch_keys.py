"""Runs torch over every parameter combination of a question and compares with its key."""

from __future__ import annotations

from grader.domain.errors import Problem
from grader.domain.question import (
    FormulaQuestion,
    NumericQuestion,
    PredictKind,
    PredictQuestion,
    Question,
    ShapeQuestion,
    Tolerance,
)
from grader.quiz.fillin import with_functions
from grader.quiz.formula import read_formula
from grader.quiz.mask import read_mask, show_mask
from grader.quiz.number import is_near
from grader.quiz.recompute import Result, run_code
from grader.quiz.shape import read_shape, show_shape, sizes_of
from grader.quiz.soundness import assignments
from grader.quiz.value import evaluate, value_of


def torch_problems(question: Question) -> tuple[Problem, ...]:
    """Return where the key is not what torch gives, and numbers or shapes that torch does not check."""
    code = question.code if isinstance(question, PredictQuestion) else question.torch_key
    if not code:
        if isinstance(question, NumericQuestion | ShapeQuestion):
            return (_problem(question, "no torch_key", "code that computes the key", "Add torch_key."),)
        return ()
    params = question.samples if isinstance(question, FormulaQuestion) else question.params
    if isinstance(question, FormulaQuestion) and not params:
        return (_problem(question, "torch_key without samples", "values to run it at", "Add samples."),)
    for values in assignments(params):
        told = ", ".join(f"{name}={value:g}" for name, value in values.items())
        try:
            key, given = _compare(question, run_code(code, values), values)
        except Exception as error:  # noqa: BLE001  # any fault of the author's code is reported with its place
            return (_problem(question, f"{error!r} at {told}", "code that runs", "Mend the code."),)
        if key != given:
            return (
                _problem(question, f"key {key} at {told}", f"torch's {given}", "Correct the key or code."),
            )
    return ()


def _compare(question: Question, result: Result, values: dict[str, float]) -> tuple[str, str]:
    """Return (key, torch's answer) as texts that are equal exactly if the two agree."""
    match question:
        case ShapeQuestion() | PredictQuestion(predict=PredictKind.SHAPE):
            key = show_shape(sizes_of(read_shape(question.answer, values), values))
            return key, show_shape(result.sizes)
        case PredictQuestion(predict=PredictKind.MASK):
            return show_mask(read_mask(question.answer)), show_mask(result.mask)
        case NumericQuestion() | PredictQuestion():
            return _numbers(evaluate(question.answer, values), result.number, question.tolerance, values)
        case FormulaQuestion():
            symbols = with_functions(question.symbols, question.synonyms, (question.answer,))
            key_value = value_of(read_formula(question.answer, symbols), values)
            return _numbers(key_value, result.number, Tolerance(), values)
    raise TypeError(f"{question.id} has no key that torch could compute")


def _numbers(key: float, given: float, tolerance: Tolerance, values: dict[str, float]) -> tuple[str, str]:
    # float32 modules agree with an exact key to six digits; a learner's tolerance may be wider.
    near = Tolerance(tolerance.absolute, max(tolerance.relative, 1e-6), None, tolerance.low, tolerance.high)
    return (f"{key:.9g}", f"{key:.9g}" if is_near(given, key, near, values) else f"{given:.9g}")


def _problem(question: Question, found: str, expected: str, mend: str) -> Problem:
    return Problem(f"quizzes/{question.quiz}.toml", f"question {question.id}", found, expected, mend)
