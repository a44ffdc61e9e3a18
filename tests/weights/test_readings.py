"""Tensors are read as units: each matrix with its own bias, vectors by twos as norms."""

from __future__ import annotations

from grader.weights.arrangement import Atom, Shape, Side
from grader.weights.readings import readings, role_units
from grader.weights.units import RoleUnit, Unit
from tests.weights.described import parameter, tensors
from tests.weights.words import NAMES


def _role_units(roles: dict[str, Shape]) -> list[RoleUnit]:
    return role_units(roles, dict.fromkeys(roles, ""), NAMES)


def _paths(units: list[Unit]) -> list[tuple[str, ...]]:
    return [tuple(p for t in (u.matrix, *u.vectors) if t for p in t.paths) for u in units]


def test_the_references_units_follow_its_owners() -> None:
    """A matrix [O, I] goes with the bias beside it, and the two vectors of a norm are one unit."""
    units = _role_units(
        {
            "left.weight": (6, 4),
            "left.bias": (6,),
            "norm.weight": (4,),
            "norm.bias": (4,),
            "back.weight": (4, 6),
        }
    )
    assert [(u.signature.out, u.signature.into, u.signature.vectors) for u in units] == [
        (6, 4, 1),
        (4, 0, 2),
        (4, 6, 0),
    ]
    assert [u.part for u in units] == [("l",), (), ("back",)]
    assert [u.side for u in units] == [Side.IN, Side.NONE, Side.OUT]


def test_a_fused_role_is_cut_into_its_parts() -> None:
    """A role whose name says two parts, with two matrices' rows, is two units that share one tensor."""
    first, second = _role_units({"in_proj_weight": (8, 4), "in_proj_bias": (8,)})
    assert (first.part, second.part) == (("l",), ("r",))
    assert (first.matrix, second.matrix) == (Atom("in_proj_weight", 0, 2), Atom("in_proj_weight", 1, 2))
    assert second.vectors == (Atom("in_proj_bias", 1, 2),)
    assert first.signature == second.signature


def test_a_tensor_of_three_axes_is_taken_whole() -> None:
    """What is neither matrix nor vector keeps its shape as its signature."""
    (unit,) = _role_units({"table": (2, 3, 4)})
    assert (unit.signature.shape, unit.signature.into) == ((2, 3, 4), 0)


def test_owners_of_one_unit_leave_no_choice() -> None:
    """Where each module holds one unit there is one reading, and it costs nothing."""
    found = tensors(
        parameter("a.weight", 6, 4), parameter("a.bias", 6), parameter("n.weight", 4), parameter("n.bias", 4)
    )
    ((price, units),) = readings(found, bare=False, pairs=True)
    assert (price, _paths(units)) == (0.0, [("a.weight", "a.bias"), ("n.weight", "n.bias")])


def test_raw_parameters_are_paired_by_name_first() -> None:
    """Of several ways to give matrices their biases the one by equal names comes first."""
    found = tensors(
        parameter("w2", 6, 4, of="Own"),
        parameter("w1", 6, 4, of="Own"),
        parameter("b1", 6, of="Own"),
        parameter("b2", 6, of="Own"),
    )
    first, *others = readings(found, bare=False, pairs=True)
    assert _paths(first[1]) == [("w2", "b2"), ("w1", "b1")]
    assert others
    assert all(price >= first[0] for price, _ in others)


def test_vectors_alone_are_norms() -> None:
    """Two vectors of one owner without a matrix are one unit, or two where norms have one vector."""
    found = tensors(
        *(parameter(name, 4, of="Own") for name in ("gamma1", "beta1", "gamma2", "beta2")),
    )
    paired = next(readings(found, bare=False, pairs=True))[1]
    single = next(readings(found, bare=False, pairs=False))[1]
    assert _paths(paired) == [("gamma1", "beta1"), ("gamma2", "beta2")]
    assert len(single) == 4
