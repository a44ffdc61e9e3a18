"""Float32 inside is right: accepted with a line of advice, and nothing wrong comes in with it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import torch
from torch import Tensor

from grader.catalog.exercises import load_exercise
from grader.domain.source_problem import SourceRemark
from grader.domain.verdict import Tier, Verdict
from grader.grading.load_judge import load_reference_judge
from grader.judge.grade import Judgement
from grader.judge.single_precision import spread
from grader.worker.blocks import install_blocks
from tests.conftest import ROOT
from tests.judge.float32_inside import float32_inside

NUMBERS = [1, 2, 3, 6, 7, 8, 10, 14, 15, 16, 17, 18, 20, 23]
"""Where floating values come in and go out, and the whole may run in float32."""


def _judged(number: int, entries: dict[str, object], seed: int = 11) -> Judgement:
    judge = load_reference_judge(ROOT, load_exercise(ROOT, number), seed)
    return judge.judge(judge.own_session(entries))


def _failed(result: Judgement) -> list[str]:
    return [c.name for c in result.checks if c.verdict is not Verdict.ACCEPTED and c.tier is not Tier.ADVICE]


WIDE = {23}
"""Exercises whose own tolerances are as wide as float32: there is nothing to advise."""


@pytest.mark.parametrize("number", NUMBERS)
def test_right_code_with_float32_inside_gets_full_marks(number: int) -> None:
    """The reference itself, computed in float32 and cast back, is accepted, and advice is given."""
    exercise = load_exercise(ROOT, number)
    judge = load_reference_judge(ROOT, exercise, 11)
    entries = {entry.name: float32_inside(judge.bank.solution[entry.name]) for entry in exercise.entries}
    result = judge.judge(judge.own_session(entries))
    assert _failed(result) == []
    noted = [] if number in WIDE else [SourceRemark.SINGLE_PRECISION]
    assert [note.kind for note in result.remarks] == noted


UNSTABLE = {"scale_and_shift.py", "log_sum_exp_detached_weights.py", "one_pass.py"}
"""Right in float64 by formulas that cancel: in float32 they lose more digits than float32 rounds."""


@pytest.mark.slow
@pytest.mark.parametrize("number", NUMBERS)
def test_every_alternative_with_float32_inside_gets_full_marks(number: int) -> None:
    """Whatever way right code is written, it may run in float32 inside."""
    exercise = load_exercise(ROOT, number)
    judge = load_reference_judge(ROOT, exercise, 5)
    for path in sorted((ROOT / "reference" / exercise.id / "alternatives").glob("*.py")):
        install_blocks(exercise.blocks)
        module = ModuleType("alternative")
        exec(compile(path.read_text(encoding="utf-8"), path.name, "exec"), vars(module))
        plain = judge.judge(judge.own_session(vars(module)))
        entries = {entry.name: float32_inside(vars(module)[entry.name]) for entry in exercise.entries}
        failed = set(_failed(judge.judge(judge.own_session(entries))))
        assert path.name in UNSTABLE or failed <= set(_failed(plain)), path.name


def _norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float, dtype: torch.dtype) -> Tensor:
    h = x.to(dtype)
    h = h - h.mean(-1, keepdim=True)
    return gamma * (h / (h.square().mean(-1, keepdim=True) + eps).sqrt()).to(x.dtype) + beta


def test_half_precision_inside_is_not_excused() -> None:
    """bfloat16 inside is three digits: far more than what float32 rounds."""

    def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
        return _norm(x, gamma, beta, eps, torch.bfloat16)

    assert "values_small_D_fp64" in _failed(_judged(1, {"manual_layer_norm": manual_layer_norm}))


def test_a_small_fault_is_not_taken_for_rounding() -> None:
    """Another eps, and one outside of the root, differ by little where values are large, and are seen all the same."""

    def another(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
        return _norm(x, gamma, beta, eps + 1e-6, torch.float32)

    assert "values_small_variance_fp64" in _failed(_judged(1, {"manual_layer_norm": another}))


def test_what_fails_in_float32_is_not_excused() -> None:
    """Right to rounding in float64 and wrong for float32 inputs: the same check must pass there too."""

    def manual_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float = 1e-5) -> Tensor:
        wrong = 1e-2 if x.dtype is torch.float32 and x.dim() == 3 else 0.0
        return _norm(x, gamma, beta, eps + wrong, torch.float32)

    assert "values_small_D_fp64" in _failed(_judged(1, {"manual_layer_norm": manual_layer_norm}))


def test_nothing_more_is_asked_of_right_code() -> None:
    """Code that needs no excuse gets no advice."""
    judge = load_reference_judge(ROOT, load_exercise(ROOT, 1), 11)
    assert judge.judge(judge.own_session(judge.bank.solution)).remarks == ()


@pytest.mark.parametrize(
    ("wanted", "found", "distance"),
    [
        (torch.tensor([1.0, 3.0]), torch.tensor([1.0, 3.4]), 0.1),
        (torch.tensor([float("nan")]), torch.tensor([float("nan")]), 0.0),
        (torch.tensor([1.0]), torch.tensor([float("nan")]), float("inf")),
        (torch.ones(2), torch.ones(3), float("inf")),
        ((1.0, True), (1.5, True), 0.25),
        ((1.0, True), (1.0, False), float("inf")),
        ([1], [1, 2], float("inf")),
    ],
)
def test_the_spread_is_relative(wanted: object, found: object, distance: float) -> None:
    """Each number counts relative to 1 + its size; what is no number must be equal."""
    assert spread({"out": wanted}, {"out": found}) == pytest.approx(distance, abs=1e-6)


def test_alternatives_of_strangers_are_among_the_alternatives() -> None:
    """The usual forms with float32 inside stand among the right alternatives, so that the gate proves them."""
    found = {path.name for path in Path(ROOT / "reference").glob("*/alternatives/*float32*.py")}
    assert len(found) >= 4


def test_who_does_not_cast_back_is_not_excused() -> None:
    """Float32 that comes out for float64 is another contract."""

    def masked_mean_pool(x: Tensor, is_pad: Tensor) -> Tensor:
        kept = x.masked_fill(is_pad[..., None], 0.0)
        return (kept.sum(dim=1) / (~is_pad).sum(dim=1, keepdim=True).clamp(min=1)).float()

    assert "values" in _failed(_judged(15, {"masked_mean_pool": masked_mean_pool}))


def test_a_small_number_in_the_denominator_is_not_rounding() -> None:
    """1e-6 beside the count is less than float32 rounds, but it shifts every sample alike."""

    def masked_mean_pool(x: Tensor, is_pad: Tensor) -> Tensor:
        kept = x.masked_fill(is_pad[..., None], 0.0)
        return kept.sum(dim=1) / ((~is_pad).sum(dim=1, keepdim=True) + 1e-6)

    assert "values" in _failed(_judged(15, {"masked_mean_pool": masked_mean_pool}))
