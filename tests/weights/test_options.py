"""A unit of a learner's may hold one unit of the reference or several, in every layout that fits."""

from __future__ import annotations

from grader.weights.arrangement import Side
from grader.weights.options import Options
from grader.weights.readings import readings, role_units
from grader.weights.units import Unit
from tests.weights.described import parameter, tensors
from tests.weights.words import NAMES

ROLES = {"left.weight": (6, 4), "left.bias": (6,), "right.weight": (6, 4), "right.bias": (6,)}
WANTED = role_units(ROLES, dict.fromkeys(ROLES, ""), NAMES)


def _units(*found) -> list[Unit]:  # type: ignore[no-untyped-def]
    return next(readings(tensors(*found), bare=False, pairs=True))[1]


def test_a_matrix_of_its_own_holds_one_unit() -> None:
    """A linear layer of the reference's shape is one unit, as torch lays it out."""
    (unit,) = _units(parameter("a.weight", 6, 4), parameter("a.bias", 6))
    best = Options(WANTED, None).of(unit)[0]
    assert (best.count, best.matrix, best.transposed, best.price) == (1, ("O", "I"), False, 0.0)


def test_a_linear_layer_of_twice_the_rows_is_fused() -> None:
    """One linear layer [2 O, I] holds both, whether one behind the other or by turns in each head."""
    (unit,) = _units(parameter("both.weight", 12, 4), parameter("both.bias", 12))
    layouts = {option.matrix for option in Options(WANTED, 3).of(unit)}
    assert all(option.count == 2 for option in Options(WANTED, 3).of(unit))
    assert {("NO", "I"), ("HNE", "X"), ("HEN", "X")} <= layouts


def test_raw_matrices_may_be_transposed() -> None:
    """A matrix of a class of the learner's own is taken in either orientation, used as x @ W first."""
    (unit,) = _units(parameter("own.w", 4, 6, of="Own"), parameter("own.b", 6, of="Own"))
    assert [option.transposed for option in Options(WANTED, None).of(unit)] == [True]


def test_a_joint_choice_uses_every_unit_once() -> None:
    """Options for all units together make up what is wanted: two single ones, or one fused, never three."""
    two = _units(
        parameter("a.weight", 6, 4),
        parameter("a.bias", 6),
        parameter("b.weight", 6, 4),
        parameter("b.bias", 6),
    )
    fused = _units(parameter("both.weight", 12, 4), parameter("both.bias", 12))
    for units in (two, fused):
        joint = Options(WANTED, None).joint(units)
        assert joint
        assert all(sum(option.count for option in chosen) == 2 for _, chosen in joint)
    assert Options(WANTED, None).joint(two[:1]) == []


def test_a_norms_vectors_may_stand_the_other_way_round() -> None:
    """Names say which vector is the scale; against them it costs more."""
    roles = {"norm.weight": (4,), "norm.bias": (4,)}
    wanted = role_units(roles, dict.fromkeys(roles, ""), NAMES)
    (unit,) = _units(parameter("n.beta", 4, of="Own"), parameter("n.gamma", 4, of="Own"))
    first, second = Options(wanted, None).of(unit)
    assert (first.order, second.order) == ((1, 0), (0, 1))
    assert first.price < second.price
    assert Side.NONE in first.vectors
