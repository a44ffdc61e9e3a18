"""A reply holds the names that its program may show and no others, each with what it may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Build, Call, Make, Opaque, Optimise, Probe, Raised, Read, Reload, Train, Value
from grader.judge.bank import load_bank
from grader.judge.binding import bind
from grader.judge.known import Candidate
from grader.protocol.expected import RESULT_LIMIT, ROWS_LIMIT, check, expected, fitted
from grader.protocol.violation import ProtocolViolation
from tests.conftest import ROOT

X = torch.ones(2, 3)
NUMBERS = sorted(int(folder.name[2:4]) for folder in (ROOT / "exercises").glob("ex*"))
STEPS = (
    Build("M", {"layer": Probe("identity", label="spy")}),
    Make("made", Probe("identity")),
    Call(
        "call", (X,), {"mask": X > 0}, on="module", grad=("0", "parameters", "idle"), operations=("softmax",)
    ),
    Read("rows", "parameters"),
    Read("name", "torch_class"),
    Read("alike", "same", "a,b"),
    Read("weight", "attribute", "weight"),
    Reload("M"),
    Optimise((X,)),
    Train("trained", (X,), X, 1, 0.1),
)
NAMES = expected(STEPS)


def _reference(root: Path, number: int) -> Any:
    exercise = load_exercise(root, number)
    return load_bank(root, exercise.id, number, exercise.props)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_our_own_implementations_show_is_expected(number: int) -> None:
    """Every observation of the reference and of every misconception passes as it is."""
    bank = _reference(ROOT, number)
    spaces = [bank.solution, *bank.misconceptions.values(), *(space for _, space in bank.variants)]
    for known in (Candidate((), space, bank.props) for space in spaces):
        for case in bank.cases(5):
            if not case.slow:
                names = expected(bind(case.steps, lambda build, _, known=known: known.weights(build)))
                seen = known.observe(case)
                check(seen, names)
                assert all(fitted(seen, case.steps)[name] is value for name, value in seen.items())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("call.out", X),
        ("call.out", (X, None, "text", 3)),
        ("call.out", [1.5] * (RESULT_LIMIT - 1)),
        ("call.out", Raised("ValueError")),
        ("call.mutated", ("0", "mask")),
        ("call.ran", ("softmax",)),
        ("call.differentiable", True),
        ("call.grad.0", X),
        ("call.grad.0", Raised("RuntimeError")),
        ("call.grad.parameters", torch.tensor(1.0)),
        ("call.grad.idle", 3),
        ("module.raised", Raised("ValueError")),
        ("module.probe.spy", {"calls": 3, "given": X}),
        ("made.probe", {"made": 2, "masks": (None, X)}),
        ("rows", (("w", (2, 3), True, 0),)),
        ("name", "Linear"),
        ("alike", False),
        ("weight", X),
        ("reloaded.raised", Raised("ValueError")),
        ("optimise.raised", Raised("ValueError")),
        ("trained.raised", Raised("ValueError")),
    ],
)
def test_what_an_honest_worker_shows_passes(name: str, value: Value) -> None:
    """Each step's names, with a value of their kind."""
    check({name: value}, NAMES)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("surplus", 1),
        ("call.grad.1", X),
        ("call.out", [1] * RESULT_LIMIT),
        ("call.out", [[1] * 100] * 3),
        ("call.out", torch.empty(2, 3, device="meta")),
        ("call.out", (1, {"a": torch.empty(2, device="meta")})),
        ("call.out", torch.zeros(1 << 22, dtype=torch.bool)),
        ("call.mutated", ("1",)),
        ("call.mutated", ([],)),
        ("call.mutated", X),
        ("call.ran", ("matmul",)),
        ("call.differentiable", 1),
        ("call.differentiable", X > 0),
        ("call.grad.0", torch.ones(7)),
        ("call.grad.0", 3),
        ("call.grad.parameters", torch.ones(2)),
        ("call.grad.parameters", 1.0),
        ("call.grad.idle", X),
        ("call.grad.idle", True),
        ("module.raised", "no"),
        ("made.probe", {"order": (0,) * ROWS_LIMIT}),
        ("rows", ((1,) * 64,) * 64),
        ("name", 3),
        ("alike", X),
        ("trained.raised", X),
    ],
)
def test_anything_else_is_a_violation(name: str, value: Value) -> None:
    """A name that was not asked for, another kind, another label, more than it may hold, another device."""
    with pytest.raises(ProtocolViolation):
        check({name: value}, NAMES)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([1.0] * 300, "list of 300"),
        ({str(i): i for i in range(300)}, "dict of 300"),
        (tuple([1] * 90 for _ in range(3)), "tuple of 3"),
        (torch.zeros(3, 1 << 20), "tensor [3, 1048576] float32"),
    ],
)
def test_what_is_too_large_is_described_by_the_worker(value: Value, said: str) -> None:
    """An honest result that is too large passes as its description, which says so."""
    seen = fitted({"call.out": value}, STEPS)
    assert seen == {"call.out": Opaque(said, too_large=True)}
    check(seen, NAMES)


def test_another_device_is_told_where_it_was_asked_for() -> None:
    """A meta tensor crosses from a call made as on another device, and is described elsewhere."""
    meta = torch.empty(2, device="meta")
    assert fitted({"call.out": meta}, STEPS) == {"call.out": Opaque("tensor on meta")}
    check({"call.out": meta}, expected((Call("call", (X,), target="f", elsewhere=True),)))
