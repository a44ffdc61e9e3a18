"""A gradient that does not arrive is told as such, and nothing else is."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Build, Call, Case, Observation
from grader.domain.exercise import Entry
from grader.domain.result import Difference, DifferenceKind
from grader.judge.checking import tell_lost

ENTRIES = (Entry("f", "function", ("x", "gamma")), Entry("Norm", "class", ("dim",), ("x",)))
RIGHT: Observation = {
    "call.grad.0": torch.ones(2),
    "call.grad.1": torch.ones(2),
    "call.grad.parameters": torch.ones(()),
}
WRONG = Difference(DifferenceKind.VALUE, "call.grad.0[0]", "1", "0", 1.0)
FUNCTION = Case("check", (Call("call", target="f", grad=("0", "1")),))
MODULE = Case("check", (Build("Norm"), Call("call", on="module", grad=("0", "parameters"))))


@pytest.mark.parametrize(
    ("case", "lost", "names"),
    [
        (FUNCTION, {"call.grad.0": torch.zeros(2)}, "x"),
        (FUNCTION, {"call.grad.1": torch.zeros(2)}, "gamma"),
        (MODULE, {"call.grad.0": torch.zeros(2)}, "x"),
        (MODULE, {"call.grad.0": torch.zeros(2), "call.grad.parameters": torch.zeros(())}, "x, parameters"),
    ],
)
def test_what_gets_zeros_alone_is_named(case: Case, lost: Observation, names: str) -> None:
    """Inputs without any gradient are named as the contract names them, the parameters of a module as one."""
    told = tell_lost(WRONG, case, {**RIGHT, **lost}, RIGHT, ENTRIES)
    assert (told.kind, told.found, told.largest) == (DifferenceKind.NO_GRADIENT, names, None)


def test_a_gradient_that_is_wrong_or_rightly_zero_is_not_lost() -> None:
    """Zeros where zeros are right, a gradient zero in part, and wrong outputs keep their own difference."""
    part = {**RIGHT, "call.grad.0": torch.tensor([0.0, 1.0])}
    assert tell_lost(WRONG, FUNCTION, part, RIGHT, ENTRIES) == WRONG
    none = {**RIGHT, "call.grad.0": torch.zeros(2)}
    assert tell_lost(WRONG, FUNCTION, none, none, ENTRIES) == WRONG
    output = Difference(DifferenceKind.VALUE, "call.out[0]", "1", "0", 1.0)
    assert tell_lost(output, FUNCTION, none, RIGHT, ENTRIES) == output
