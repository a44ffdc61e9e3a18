"""What a submission computes is read from two draws with its own names and weights, and said only where both agree."""

from __future__ import annotations

import pytest
from torch import nn

from grader.authoring import Asked, Build, Call, Case, Draw, activation, given, linear
from grader.domain.computation import Computation, DeviationKind, Standing
from grader.judge.bank import AskedComputation
from grader.judge.explaining import Explainer
from grader.judge.session import OwnSession
from tests.judge.small import EXERCISE, SEED, SIZES, Bend, BentLast, Raising, Renamed, Straight, space

FORMS = {"straight": (frozenset({"missing activation"}),)}


def case(draw: Draw) -> Case:
    """One pass of [2, 5, 3]."""
    build = Build("Bend", SIZES, seed=draw.seed(), weights=draw.weights())
    return Case("computation", (build, Call("call", (draw.normal(2, 5, SIZES["dim"]),), on="module")))


def bend() -> Asked:
    """down(relu(up(x)))."""
    hidden = activation(linear(given("x"), "up", SIZES["hidden"]).named("hidden")).named("bent")
    return linear(hidden, "down", SIZES["dim"]).named("y")


def explained(entry: type[nn.Module]) -> Computation | None:
    """What is read back of this class."""
    asked = AskedComputation(case, (bend,), {})
    return Explainer(asked, 1, SEED, EXERCISE.entries).explain(OwnSession(space(entry)), FORMS)


@pytest.mark.parametrize("entry", [Bend, Renamed])
def test_a_right_one_is_read_whole_and_without_deviation(entry: type[nn.Module]) -> None:
    """Names and the order of registration are the learner's own."""
    found = explained(entry)
    assert found is not None
    assert found.whole
    assert not found.deviations
    assert {step.standing for step in found.steps} == {Standing.RIGHT}


def test_a_mistake_is_the_step_that_deviates() -> None:
    """The form that is missing is told with the misconception that stands for it."""
    found = explained(Straight)
    assert found is not None
    (deviation,) = found.deviations
    assert (deviation.kind, deviation.misconception) == (DeviationKind.MISSING, "straight")


def test_a_deviation_without_an_entry_has_no_name() -> None:
    """A bend in the wrong place is told in its keys, and named as nothing."""
    found = explained(BentLast)
    assert found is not None
    assert found.deviations
    assert not any(deviation.misconception == "bent-last" for deviation in found.deviations)


def test_a_call_that_ends_at_once_is_not_read_as_right() -> None:
    """Where nothing was computed, nothing is claimed."""
    found = explained(Raising)
    assert found is None or not any(step.standing is Standing.RIGHT and step.formula for step in found.steps)
