"""Runs a question's own torch code: a prediction before the learner's eyes, a key in the author's check.

It imports torch, and is itself imported when such code is to be run, never before.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
import torch.nn.functional as F
from torch import nn

from grader.domain.question import PredictKind, PredictQuestion
from grader.quiz.mask import show_mask
from grader.quiz.shape import show_shape

Result = torch.Tensor | int | float | bool


def run_code(code: str, params: Mapping[str, float]) -> Result:
    """Return what `code` assigns to `answer`; it sees torch, nn, F and the parameters, which take precedence.

    The generator is seeded, and the caller's own state of it stays as it was. Raises what the code raises,
    and KeyError where it assigns no `answer`: the code is the course's own, like its reference.
    """
    names: dict[str, object] = {"torch": torch, "nn": nn, "F": F}
    names.update({name: int(value) if value == int(value) else value for name, value in params.items()})
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(0)
        exec(compile(code, "<question>", "exec"), names)  # content of the course, reviewed like code
    answer = names["answer"]
    assert isinstance(answer, Result)
    return answer


def shape_of(result: Result) -> tuple[int, ...]:
    """Return the sizes of a result; a plain number has none."""
    return tuple(result.shape) if isinstance(result, torch.Tensor) else ()


def number_of(result: Result) -> float:
    """Return a result's one number. Raises ValueError where it has several."""
    if isinstance(result, torch.Tensor):
        if result.numel() != 1:
            raise ValueError(f"a tensor of shape {tuple(result.shape)} is no number")
        return float(result.item())
    return float(result)


def mask_of(result: Result) -> tuple[str, ...]:
    """Return the rows of a boolean matrix in 0 and 1. Raises ValueError where it is none."""
    if not isinstance(result, torch.Tensor) or result.dim() != 2 or result.dtype != torch.bool:
        raise ValueError("the answer is no boolean matrix")
    return tuple("".join("1" if entry else "0" for entry in row) for row in result.tolist())


def run_prediction(question: PredictQuestion, params: Mapping[str, float]) -> str:
    """Return what torch gives, written as a learner would write it."""
    result = run_code(question.code, params)
    if question.predict is PredictKind.SHAPE:
        return show_shape(shape_of(result))
    if question.predict is PredictKind.MASK:
        return show_mask(mask_of(result))
    return f"{number_of(result):.6g}"
