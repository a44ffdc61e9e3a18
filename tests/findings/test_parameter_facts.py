"""What a module registers is compared with the reference by name and shape, and told as one fact where one is the cause."""

from __future__ import annotations

import pytest

from grader.domain.fact import Fact, FactKind
from grader.findings.parameter_facts import parameter_facts

LINES = {None: ["self.layers = [nn.Linear(2, 2)]", "self.gain = torch.ones(4)"]}
WANTED = (("a.weight", (3, 2), True, 0), ("a.bias", (3,), True, 1), ("gamma", (4,), True, 2))


def facts(found: tuple[object, ...], *, compared: bool = True, **more: object) -> list[Fact]:
    """The facts of a module that registers these rows."""
    look = {"parameters": found, "buffers": (), "unregistered": (), **more}
    reference = {"parameters": WANTED, "buffers": ()}
    return list(parameter_facts(look, reference, LINES, compared=compared))


def rows(*named: tuple[str, tuple[int, ...]], trained: bool = True) -> tuple[object, ...]:
    """Rows of distinct tensors."""
    return tuple((path, shape, trained, i) for i, (path, shape) in enumerate(named))


A, B, GAMMA = ("a.weight", (3, 2)), ("a.bias", (3,)), ("gamma", (4,))


@pytest.mark.parametrize(
    ("found", "fact"),
    [
        (rows(A, B, ("weight", (4,))), Fact(FactKind.RENAMED, ("a.weight", "a.bias", "weight"), ("a.weight", "a.bias", "gamma"))),
        (rows(A, B, ("gamma", (1, 4))), Fact(FactKind.RESHAPED, ("gamma", "[1, 4]"), ("[4]",))),
        (rows(A, B, GAMMA, ("beta", (4,))), Fact(FactKind.EXTRA, ("4", "beta"), ("3",))),
        (rows(A, GAMMA), Fact(FactKind.MISSING, ("2",), ("3", "a.bias"))),
        (rows(("q", (5, 5)), GAMMA), Fact(FactKind.NUMBERS, ("2", "29"), ("3", "13"))),
        (rows(A, B, GAMMA, trained=False), Fact(FactKind.FROZEN, ("a.weight", "a.bias", "gamma"))),
    ],
)  # fmt: skip
def test_one_cause_is_one_fact(found: tuple[object, ...], fact: Fact) -> None:
    """Names, shapes, tensors too many or too few, numbers and frozen parameters are told apart."""
    assert facts(found) == [fact]


def test_names_of_extra_tensors_are_told_only_where_one_choice_fits() -> None:
    """Under free names those are extra whose owner holds nothing else; where two owners fit, none is accused."""
    free = (("w.weight", (3, 2)), ("w.bias", (3,)), ("g", (4,)))
    (one,) = facts(rows(*free, ("norm.weight", (3,)), ("norm.bias", (3,))))
    assert one == Fact(FactKind.EXTRA, ("5", "norm.weight", "norm.bias"), ("3",))
    (none,) = facts(rows(*free, ("other", (4,))))
    assert none == Fact(FactKind.EXTRA, ("4",), ("3",))


def test_what_is_kept_without_being_registered_is_the_cause() -> None:
    """Buffers, plain tensors and Python lists are told where parameters are missing, whatever check failed."""
    for more, kind, names in (
        ({"buffers": (("gamma", (4,)),)}, FactKind.BUFFERS, ("gamma",)),
        ({"unregistered": (("gain", "tensor", (4,)),)}, FactKind.PLAIN, ("gain",)),
        ({"unregistered": (("layers", "modules", 1),)}, FactKind.LISTED, ("layers",)),
    ):
        found = facts(rows(A, B), compared=False, **more)
        assert [(fact.kind, fact.found) for fact in found] == [(kind, names)]


def test_a_name_that_the_file_does_not_hold_is_not_told() -> None:
    """An attribute's name is a claim of the submission's process: it must stand in the learner's file."""
    assert facts(rows(A, B), compared=False, unregistered=(("x_0_8125", "tensor", (4,)),)) == []


def test_one_tensor_for_several_is_told_as_shared() -> None:
    """A tensor registered twice, where the reference has two, is told by its second name."""
    found = ((*A, True, 0), (*B, True, 1), ("again", (3, 2), True, 0))
    assert facts(found, compared=False) == [Fact(FactKind.SHARED, ("2", "again"), ("3",))]


def test_other_layouts_are_no_fact_where_no_check_compares_them() -> None:
    """A fused projection is right unless a check of the parameters failed."""
    assert facts(rows(("qkv", (9,)), GAMMA), compared=False) == []
