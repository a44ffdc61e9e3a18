"""Programs that do nothing: what they pass, and what that is worth."""

from __future__ import annotations

import pytest

from grader.catalog.exercises import load_exercise
from grader.domain.verdict import Tier
from grader.grading.load_judge import load_reference_judge
from grader.proving.gate import trivially_passed
from tests.conftest import ROOT


def _found(number: int) -> set[str]:
    exercise = load_exercise(ROOT, number)
    return set(trivially_passed(exercise, load_reference_judge(ROOT, exercise, 5, slow=False)))


@pytest.mark.parametrize("number", [1, 4, 5, 11, 13, 19, 22, 23])
def test_what_doing_nothing_passes_is_marked(number: int) -> None:
    """A function, a module, a mask, a number, buffers, spies, a list and a score: all forms are filled."""
    checks = load_exercise(ROOT, number).checks
    advice = {spec.name for spec in checks if spec.tier is Tier.ADVICE}
    assert _found(number) - advice == {spec.name for spec in checks if spec.trivial}


def test_values_are_never_passed_by_doing_nothing() -> None:
    """Who returns zeros, the input or a parameter in the right form has no value right."""
    assert not _found(1) & {"values_small_D_fp64", "gradients_vs_reference", "example_two_tokens"}


def test_a_trivial_program_has_no_side_effects_of_the_right_one() -> None:
    """The right form is learned beforehand: nothing that only the right code does on its way is credited."""
    assert "running_buffers_vs_BatchNorm1d" not in _found(13)
    assert "mask_reaches_every_layer" not in _found(19)
