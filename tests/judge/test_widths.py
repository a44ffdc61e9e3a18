"""A case is turned to another floating width as a whole, or not at all."""

from __future__ import annotations

import torch

from grader.domain.case import Build, Call, Case, Make, Probe
from grader.judge.widths import narrowed, widened

WIDE = Case(
    "c",
    (
        Build("M"),
        Call("call", (torch.ones(2).double(), 3), on="module"),
        Make("p", Probe("P", {"w": [torch.ones(1).double()]})),
    ),
)


def test_every_wide_tensor_is_narrowed() -> None:
    """Builds, arguments and what probes hold are all turned; whole numbers stay."""
    found = narrowed(WIDE)
    assert found is not None
    build, call, make = found.steps
    assert isinstance(build, Build)
    assert isinstance(call, Call)
    assert isinstance(make, Make)
    assert (build.dtype, call.args[0].dtype, call.args[1]) == ("float32", torch.float32, 3)
    assert make.probe.values["w"][0].dtype is torch.float32


def test_there_and_back_is_the_same_case() -> None:
    """What was narrowed can be widened again."""
    there = narrowed(WIDE)
    assert there is not None
    back = widened(there)
    assert back is not None
    assert back.steps[0] == WIDE.steps[0]


def test_a_case_that_has_the_width_already_has_no_other_form() -> None:
    """None says that there is nothing to turn."""
    assert widened(WIDE) is None
    assert narrowed(Case("c", (Call("call", (1, torch.ones(2).int()), target="f"),))) is None
