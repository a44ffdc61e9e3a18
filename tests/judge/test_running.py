"""An observation of any form is judged: what a case cannot derive anything of is a difference."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Call, Case, Observation, Value
from grader.judge.running import check, fingerprint

STEPS = (Call("call", (torch.ones(2),), target="f"),)
RIGHT: Observation = {"call.out": torch.ones(2), "call.mutated": ()}


def _largest(seen: Observation) -> Observation:
    return {"largest": float(seen["call.out"].max()), "mutated": seen["call.mutated"]}


CASE = Case("check", STEPS, _largest, any_form=True)


@pytest.mark.parametrize("out", [torch.empty(0), torch.empty(2, device="meta"), None, (1, 2), "x"])
def test_what_nothing_can_be_derived_of_is_wrong(out: Value) -> None:
    """A result on which the case's own arithmetic fails is a wrong answer and no fault of the grader's."""
    raw = {**RIGHT, "call.out": out}
    for case in (CASE, Case("check", STEPS, _largest, any_form=True, expected=_largest(RIGHT))):
        assert check(case, raw, RIGHT).difference is not None
    assert fingerprint(CASE, raw, RIGHT) != fingerprint(CASE, RIGHT, RIGHT)


def test_a_forged_observation_that_lacks_something_is_wrong() -> None:
    """A reply without a part that every honest one has is a difference."""
    assert check(CASE, {"call.out": torch.ones(2)}, RIGHT).difference is not None


def test_a_fault_of_the_case_itself_is_not_hidden() -> None:
    """Where the observation has the reference's form, what the case's own arithmetic raises is raised."""
    case = Case("check", STEPS, lambda seen: {"x": seen["nowhere"]}, any_form=True)
    with pytest.raises(KeyError):
        check(case, RIGHT, RIGHT)
