"""The readings that cases of many exercises share say exactly what their names promise."""

from __future__ import annotations

import math

import pytest
import torch

from grader.authoring import (
    Raised,
    alike,
    bare_output,
    changed_inputs,
    dropped,
    finite_gradients,
    finite_outputs,
    gap,
    gradients,
    kept_value,
    largest_gap,
    named,
    output_shapes,
    outputs,
    plain_numbers,
    same_values,
    trained_numbers,
    trained_shapes,
    type_name,
)

FAULT = Raised("ValueError")
X = torch.arange(12.0).reshape(2, 3, 2)  # [B, S, D]


def test_changed_inputs_tell_what_changed_and_what_raised() -> None:
    """Of an observation only the changed arguments and the exceptions are kept."""
    seen = {"one.out": X, "one.mutated": ("0",), "two.out": FAULT, "two.mutated": ()}
    assert changed_inputs(seen) == {"one.mutated": ("0",), "two.out": FAULT, "two.mutated": ()}


def test_outputs_and_gradients_are_told_apart_by_name() -> None:
    """A reading takes its own kind of observation and leaves the others."""
    seen = {"call.out": X, "call.grad.0": X, "call.probe.f": {"calls": 1}, "call.mutated": ()}
    assert list(outputs(seen)) == ["call.out"]
    assert list(gradients(seen)) == ["call.grad.0"]
    assert list(named("call.mutated", "absent")(seen)) == ["call.mutated"]
    assert output_shapes(seen) == {"call.out": (2, 3, 2)}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_one_number_that_is_not_finite_shows(value: float) -> None:
    """A single NaN or infinity makes a result and a gradient not finite; an exception stands for itself."""
    spoilt = X.clone()
    spoilt[0, 0, 0] = value
    assert finite_outputs({"a.out": X, "b.out": spoilt, "c.out": FAULT}) == {
        "a.out": True,
        "b.out": False,
        "c.out": FAULT,
    }
    assert finite_gradients({"a.grad.0": spoilt, "b.grad.0": X}) == {"a.grad.0": False, "b.grad.0": True}


def test_a_bare_output_has_shape_and_no_values() -> None:
    """Two results of one shape read alike whatever stands in them; what is no tensor stands for itself."""
    out = bare_output({"call.out": X})["call.out"]
    assert (tuple(out.shape), out.device.type) == ((2, 3, 2), "meta")
    assert bare_output({"call.out": FAULT}) == {"call.out": FAULT}


def test_a_gap_is_zero_where_two_calls_agree() -> None:
    """Index and parts are applied to the results before one is taken from the other."""
    order = torch.tensor([2, 0, 1])
    moved = X.clone()
    moved[1] += 1.0
    seen = {"call.out": X, "moved.out": moved, "permuted.out": X[:, order]}
    assert not gap("call", "moved", at=[0])(seen)["gap"].any()
    assert bool(gap("call", "moved")(seen)["gap"].any())
    assert not gap("call", "permuted", of_first=lambda out: out[:, order])(seen)["gap"].any()
    assert not gap("permuted", "call", of_second=lambda out: out[:, order])(seen)["gap"].any()


def test_same_values_look_at_every_call() -> None:
    """One call of three that differs is enough; rounding is not."""
    seen = {"a.out": X, "b.out": X + 1e-12, "c.out": X + 1e-6}
    assert same_values("a", "b")(seen) == {"same": True}
    assert same_values("a", "b", "c")(seen) == {"same": False}
    assert not alike(X, X + 1e-6)


def test_the_largest_gap_copes_with_every_form() -> None:
    """Another shape is said, an exception stands for itself wherever it is."""
    assert largest_gap(X, X + 2) == 2.0
    assert largest_gap(X, X[:1]) == "another shape"
    assert largest_gap(FAULT, X) == largest_gap(X, FAULT) == FAULT


def test_trained_numbers_count_each_tensor_once() -> None:
    """Shared tensors count once and frozen ones not at all."""
    rows = (("a", (2, 3), True, 0), ("b", (4,), False, 1), ("a_again", (2, 3), True, 0), ("c", (5,), True, 3))
    assert trained_shapes({"parameters": rows}) == [(2, 3), (5,)]
    assert trained_numbers({"parameters": rows}) == {"numbers": 11}


def test_dropout_is_measured_by_numbers_and_by_groups() -> None:
    """A group counts as dropped if all of it is zero; what was kept is averaged alone."""
    values = torch.tensor([[0.0, 0.0], [0.0, 2.0], [4.0, 6.0], [8.0, 5.0]])
    assert dropped(values) == 0.375
    assert dropped(values, axes=1) == 0.25
    assert kept_value(values) == 5.0
    assert kept_value(torch.zeros(3)) == 0.0


def test_values_are_named_by_type() -> None:
    """A type's name says what came instead of a tensor; an exception stands for itself."""
    assert (type_name([1]), type_name(FAULT)) == ("list", FAULT)


def test_plain_numbers_forget_the_container() -> None:
    """Numbers read alike from a list, a tuple, a tensor and tensors of one number; nothing else is read."""
    forms = ([1, 2.0], (1.0, 2), torch.tensor([1.0, 2.0]), [torch.tensor(1.0), torch.tensor([2.0])])
    assert {plain_numbers(form) for form in forms} == {(1.0, 2.0)}
    assert plain_numbers([X, X]) == "other items than numbers"
    assert plain_numbers({"a": 1}) == "dict"
    assert plain_numbers(FAULT) == FAULT
