"""A built module is looked at without being called."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from grader.observer.module_view import attribute, look, named_parameters


class Tied(nn.Module):
    """Two names for one weight, a buffer, a list."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Linear(2, 3, bias=False)
        self.other = nn.Linear(2, 3, bias=False)
        self.other.weight = self.one.weight
        self.register_buffer("seen", torch.zeros(4))
        self.layers = nn.ModuleList([self.one])

    def forward(self) -> None:
        raise AssertionError("never called")


MODULE = Tied()


def test_a_shared_parameter_stands_under_each_name() -> None:
    """Every path is listed; what is no module has none."""
    assert list(named_parameters(MODULE)) == ["one.weight", "other.weight", "layers.0.weight"]
    assert named_parameters("nothing") == {}


def test_a_path_may_have_indices() -> None:
    """A number in a path is an index."""
    assert attribute(MODULE, "layers.0") is MODULE.one
    assert attribute(MODULE, "") is MODULE


@pytest.mark.parametrize(
    ("what", "path", "found"),
    [
        ("buffers", "", (("seen", (4,)),)),
        ("state_keys", "", ("one.weight", "other.weight", "layers.0.weight", "seen")),
        ("same", "one.weight,other.weight", True),
        ("torch_class", "layers", "ModuleList"),
        ("torch_class", "", "Module"),
    ],
)
def test_each_reading_tells_its_own(what: str, path: str, found: object) -> None:
    """Buffers, keys of the state dict, sameness of objects and torch's class are read off."""
    result = look(MODULE, what, path)
    assert sorted(result) == sorted(found) if what == "state_keys" else result == found  # type: ignore[call-overload]


def test_rows_of_parameters_say_which_are_the_same() -> None:
    """Each row has path, shape, whether it is trained, and the first row of the same object."""
    assert look(MODULE, "parameters", "") == (
        ("one.weight", (3, 2), True, 0),
        ("other.weight", (3, 2), True, 0),
        ("layers.0.weight", (3, 2), True, 0),
    )


def test_an_unknown_reading_is_our_fault() -> None:
    """A case that asks for what cannot be read fails loudly."""
    with pytest.raises(ValueError, match="unknown reading"):
        look(MODULE, "thoughts", "")
