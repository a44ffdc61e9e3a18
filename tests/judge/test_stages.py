"""The first wrong stage is found by value, whatever the variables are called and however the axes lie."""

from __future__ import annotations

import torch

from grader.domain.case import TracedStep
from grader.domain.text import Text
from grader.judge.stages import Stage, first_wrong

A, B, C = (torch.arange(6.0).reshape(2, 3) * k + k for k in (1, 10, 100))
STAGES = (
    Stage("a", (A,)),
    Stage("b", (B, B.sqrt()), ("a",), ((Text("halved", "减半"), B / 2),)),
    Stage("c", (C,), ("b",)),
)


def _trace(*values: torch.Tensor) -> list[TracedStep]:
    return [TracedStep("op", value, line) for line, value in enumerate(values, 1)]


def test_a_right_trace_has_no_wrong_stage() -> None:
    """All stages reached means nothing to tell."""
    assert first_wrong(STAGES, _trace(A, B, C)) is None


def test_the_first_missing_stage_is_named_with_the_last_right_one() -> None:
    """What comes before the wrong stage is said to be right, with its line."""
    found = first_wrong(STAGES, _trace(A, B + 1, C + 1))
    assert found is not None
    assert (found.stage, found.after, found.line) == ("b", "a", 1)


def test_a_stage_may_be_skipped_if_what_is_made_of_it_is_right() -> None:
    """Code that never forms an intermediate value is not blamed for it."""
    assert first_wrong(STAGES, _trace(A, C)) is None


def test_an_equivalent_form_counts() -> None:
    """A stage is reached through any of its equivalent forms."""
    found = first_wrong(STAGES, _trace(A, B.sqrt()))
    assert found is not None
    assert found.stage == "c"


def test_layout_does_not_matter() -> None:
    """A transposed or flattened stage is still that stage."""
    assert first_wrong(STAGES, _trace(A.T.contiguous(), B.flatten(), C)) is None


def test_a_known_slip_is_said() -> None:
    """Where the wrong value is a known one, the words for it are given."""
    found = first_wrong(STAGES, _trace(A, B / 2))
    assert found is not None
    assert found.slip == Text("halved", "减半")
    assert found.line == 2


def test_a_masked_stage_is_not_met_by_the_unmasked_one() -> None:
    """Where -inf is wanted, no finite number is near it."""
    stages = (Stage("a", (A,)), Stage("b", (A.masked_fill(A > 3, -torch.inf),), ("a",)))
    found = first_wrong(stages, _trace(A))
    assert found is not None
    assert found.stage == "b"
