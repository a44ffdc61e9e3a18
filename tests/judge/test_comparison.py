"""Comparison tells the first difference by kind and place, and accepts what is right but written otherwise."""

from __future__ import annotations

import math

import pytest
import torch

from grader.domain.case import Opaque, Raised
from grader.domain.result import DifferenceKind as Kind
from grader.judge.comparison import compare, signature

X = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (X, X + 1e-10),
        ((X, 1), [X, 1]),
        (2.0, 2),
        (X, X.float()),
        (math.nan, math.nan),
        (torch.tensor([math.inf, -math.inf]), torch.tensor([math.inf, -math.inf])),
        (Raised("ValueError"), Raised("MyError", ("ValueError", "Exception"))),
        (torch.empty(0, 3), torch.empty(0, 3)),
    ],
    ids=[
        "rounding",
        "list for tuple",
        "int for float",
        "narrow dtype",
        "nan",
        "inf",
        "subclass raised",
        "empty",
    ],
)
def test_what_is_right_is_equal(expected: object, found: object) -> None:
    """A value that means the same as the expected one shows no difference."""
    assert compare({"out": expected}, {"out": found}, 1e-7).difference is None


@pytest.mark.parametrize(
    ("expected", "found", "kind"),
    [
        (X, X + 1e-3, Kind.VALUE),
        (X, X[0], Kind.SHAPE),
        (X[:1], X[0], Kind.SHAPE),
        (X, X.tolist(), Kind.TYPE),
        (X, Opaque("tensor subclass Sly"), Kind.TYPE),
        (X, torch.full_like(X, math.nan), Kind.NOT_FINITE),
        (X, Raised("RuntimeError"), Kind.RAISED),
        (Raised("ValueError"), X, Kind.NOT_RAISED),
        (Raised("ValueError"), Raised("TypeError", ("Exception",)), Kind.RAISED),
        ((X, X), X, Kind.TYPE),
        ((X, X), (X,), Kind.TYPE),
        (True, 1, Kind.VALUE),
        (3, "3", Kind.TYPE),
        (None, 0, Kind.VALUE),
        (X, X.to("meta"), Kind.TYPE),
    ],
)
def test_what_differs_is_told_by_kind(expected: object, found: object, kind: Kind) -> None:
    """Each way of being wrong has its own kind."""
    difference = compare({"out": expected}, {"out": found}, 1e-9).difference
    assert difference is not None
    assert difference.kind is kind


def test_the_first_differing_entry_is_named() -> None:
    """The place of a value difference holds the index of the first wrong entry."""
    wrong = X.clone()
    wrong[1, 0] += 1
    difference = compare({"call.out": (X,)}, {"call.out": (wrong,)}, 1e-9).difference
    assert difference is not None
    assert difference.place == "call.out[0][1, 0]"
    assert (difference.expected, difference.found, difference.largest) == ("3", "4", 1.0)


def test_dtype_counts_only_where_it_is_asked_for() -> None:
    """A differing dtype is a difference exactly if `exact_dtype` says so."""
    mask = torch.tensor([True, False])
    assert compare({"m": mask}, {"m": mask.float()}, 0.0).difference is None
    difference = compare({"m": mask}, {"m": mask.float()}, 0.0, exact_dtype=True).difference
    assert difference is not None
    assert difference.kind is Kind.DTYPE


def test_names_missing_and_surplus_are_differences() -> None:
    """An observation with a name too few or too many is not equal."""
    assert compare({"a": 1, "b": 2}, {"a": 1}, 0.0).difference is not None
    assert compare({"a": 1}, {"a": 1, "b": 2}, 0.0).difference is not None


def test_signatures_tell_form_and_not_values() -> None:
    """Equal types and shapes have equal signatures, whatever the values; another kind of dtype has another."""
    assert signature({"c.out": X}) == signature({"c.out": X + 1})
    assert signature({"c.out": X}) != signature({"c.out": X.bool()})
    assert signature({"c.out": X}) != signature({"c.out": X[0]})
    assert signature({"parameters": ()}) != signature({"parameters": Raised("RuntimeError")})


@pytest.mark.parametrize("found", [0.0, 1e300, math.inf, math.nan])
def test_an_infinity_is_met_by_itself_alone(found: float) -> None:
    """The relative tolerance of an infinite value is infinite, and yet nothing else is near it."""
    assert compare({"a": -math.inf}, {"a": found}, 1e-9).difference is not None
    assert (
        compare({"a": torch.tensor([-math.inf])}, {"a": torch.tensor([found])}, 1e-9).difference is not None
    )


def test_found_and_expected_have_the_digits_that_differ() -> None:
    """Two numbers that differ are never written alike, and truth values are True and False."""
    near = compare({"out": torch.tensor([-1.0690449])}, {"out": torch.tensor([-1.0690364])}, 1e-9).difference
    assert near is not None
    assert near.found != near.expected
    truth = compare({"out": torch.tensor([True])}, {"out": torch.tensor([False])}, 1e-9).difference
    assert truth is not None
    assert (truth.found, truth.expected) == ("False", "True")
