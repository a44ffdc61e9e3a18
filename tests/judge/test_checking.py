"""An observation of any form is judged: what a case cannot derive anything of is a difference."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Call, Case, Observation, Raised, Value
from grader.domain.result import DifferenceKind
from grader.judge.checking import check, fingerprint
from grader.judge.comparison import Comparison

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


TWO = (Call("exact", (torch.ones(2),), target="f"), Call("narrow", (torch.ones(2),), target="f"))


def _dtypes(seen: Observation) -> Observation:
    return {name: str(value.dtype) for name, value in seen.items()}


def test_an_exception_is_told_before_values_that_the_case_does_not_compare() -> None:
    """Where a part of an observation has another form, that part is the difference, and no value of another part."""
    right = {"exact.out": torch.ones(2), "narrow.out": torch.ones(2).bfloat16()}
    raw = {"exact.out": torch.ones(2) + 1e-6, "narrow.out": Raised("TypeError", message="no", line=3)}
    for more in (False, True):
        found = check(Case("check", TWO, _dtypes, any_form=more, exact_dtype=True), raw, right).difference
        assert found is not None
        assert (found.kind, found.place, found.line) == (DifferenceKind.RAISED, "narrow.out", 3)


def test_the_very_values_in_whole_numbers_are_right() -> None:
    """A result of another kind of dtype passes where its values are right, and else differs by its dtype."""
    case = Case("check", STEPS, lambda seen: {"sum": float(seen["call.out"].sum())})
    assert check(
        case, {"call.out": torch.ones(2, dtype=torch.int64)}, {"call.out": torch.ones(2)}
    ) == Comparison(None)
    found = check(
        case, {"call.out": torch.zeros(2, dtype=torch.int64)}, {"call.out": torch.ones(2)}
    ).difference
    assert found is not None
    assert found.kind is DifferenceKind.DTYPE
