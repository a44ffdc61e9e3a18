"""An assignment makes a submission's weights out of the reference's, also for modules of other sizes."""

from __future__ import annotations

import torch

from grader.weights.arrangement import Arranged, Atom, Parameter, Side
from grader.weights.assignment import Assignment

FUSED = Assignment({"both": Arranged((Atom("a"), Atom("b")), ("NO", "I"))}, "fused")


def _parameter(path: str, *shape: int, same_as: str = "") -> Parameter:
    return Parameter(path, shape, "", "Owner", same_as or path)


def test_a_state_has_a_tensor_for_each_recipe() -> None:
    """Each path gets what its recipe makes of the roles."""
    roles = {"a": torch.ones(2, 3), "b": torch.zeros(2, 3)}  # [O, I] each
    assert torch.equal(FUSED.state(roles)["both"], torch.cat([roles["a"], roles["b"]]))


def test_other_sizes_keep_the_layout() -> None:
    """What holds for one width holds for another one."""
    resized = FUSED.resized([_parameter("both", 10, 7)], {"a": (5, 7), "b": (5, 7)}, None)
    assert resized is not None
    assert resized.state({"a": torch.ones(5, 7), "b": torch.zeros(5, 7)})["both"].shape == (10, 7)


def test_another_number_of_heads_is_put_in() -> None:
    """Recipes that know heads get the new number."""
    one = Assignment({"w": Arranged((Atom("a"),), ("H", "E", "X"), 2, Side.IN)}, "heads as an axis")
    resized = one.resized([_parameter("w", 3, 4, 5)], {"a": (12, 5)}, 3)
    assert resized is not None
    assert resized.state({"a": torch.ones(12, 5)})["w"].shape == (3, 4, 5)


def test_a_module_with_other_parameters_is_not_carried_over() -> None:
    """A path without a recipe, a role that is gone and another shape are each refused; a shared tensor is not."""
    roles = {"a": (5, 7), "b": (5, 7)}
    both = _parameter("both", 10, 7)
    assert FUSED.resized([both, _parameter("more", 2)], roles, None) is None
    assert FUSED.resized([both], {"a": (10, 7)}, None) is None
    assert FUSED.resized([_parameter("both", 7, 10)], roles, None) is None
    assert FUSED.resized([both, _parameter("again", 10, 7, same_as="both")], roles, None) is not None
