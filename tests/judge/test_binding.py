"""Weights are bound into the steps of a case, and equal programs are made once."""

from __future__ import annotations

import torch

from grader.domain.case import Build, Call
from grader.judge.binding import MOST_KEPT, Prepared, bind, build_key, role_tensors
from tests.judge.small import SIZES

STEPS = ((Call("call", (torch.ones(2),), target="f"),),)


def _rule(role: str, shape: tuple[int, ...]) -> torch.Tensor:
    return torch.full(shape, float(len(role)), dtype=torch.float64)


def test_a_build_is_known_by_entry_and_arguments() -> None:
    """Seed and weights do not make another module, arguments do."""
    one, other = Build("Bend", SIZES, seed=1, weights=_rule), Build("Bend", SIZES, seed=2)
    assert build_key(one) == build_key(other)
    assert build_key(one) != build_key(Build("Bend", {**SIZES, "dim": 4}))


def test_roles_get_weights_and_a_direction() -> None:
    """Each role has a tensor of its shape by the rule, and one to take the derivative along."""
    state, direction = role_tensors(Build("Bend", SIZES, weights=_rule), {"up.weight": (5, 3)})
    assert state["up.weight"].tolist() == torch.full((5, 3), 9.0).tolist()
    assert direction["up.weight"].shape == (5, 3)
    assert role_tensors(Build("Bend", SIZES), {"up.weight": (5, 3)}) == ({}, {})


def test_the_rule_is_replaced_by_tensors() -> None:
    """A bound step carries tensors instead of the rule; a step without weights stays as it is."""
    build, call = Build("Bend", SIZES, weights=_rule), Call("call", (torch.ones(3),), on="module")
    bound, same = bind(
        (build, call), lambda _, steered: ({"w": torch.ones(1)}, {"w": torch.ones(1)} if steered else {})
    )
    assert isinstance(bound, Build)
    assert (bound.weights, list(bound.state or {}), bound.direction, same) == (None, ["w"], {}, call)


def test_the_direction_goes_along_where_it_is_asked_for() -> None:
    """Only a call that takes the derivative by parameters needs it."""
    asked: list[bool] = []

    def pushed(_: Build, steered: bool) -> None:
        asked.append(steered)

    build = Build("Bend", SIZES, weights=_rule)
    for grad in ((), ("0",), ("0", "parameters")):
        bind((build, Call("call", on="module", grad=grad)), pushed)
    assert asked == [False, False, True]


def test_where_nothing_can_be_pushed_the_module_keeps_its_own_weights() -> None:
    """None of `pushed` leaves state and direction empty."""
    (bound,) = bind((Build("Bend", SIZES, weights=_rule),), lambda *_: None)
    assert isinstance(bound, Build)
    assert (bound.weights, bound.state, bound.direction) == (None, {}, {})


def test_what_is_known_is_not_made_again() -> None:
    """One key, one object; of many only the latest are kept."""
    prepared = Prepared()
    first = prepared.programs("a", lambda: STEPS)
    assert prepared.programs("a", lambda: ()) is first
    for number in range(MOST_KEPT):
        prepared.programs(number, lambda: STEPS)
    assert prepared.programs("a", lambda: STEPS) is not first
