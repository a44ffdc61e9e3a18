"""Tensors of the reference lie in a learner's tensor as the layout says, and no entry is lost."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from grader.weights.arrangement import Arranged, Atom, Side, matrix_forms, plain_axes, vector_axes

O, I, H = 6, 4, 3  # noqa: E741 - the field's letters for output and input axis
E = O // H
ROLES = {
    "a": torch.arange(O * I, dtype=torch.float64).reshape(O, I),  # [O, I]
    "b": 100 + torch.arange(O * I, dtype=torch.float64).reshape(O, I),
    "bias": torch.arange(O, dtype=torch.float64),  # [O]
}


def test_a_block_of_a_fused_role_is_its_rows() -> None:
    """One of three blocks is a third of the rows, in order."""
    assert torch.equal(Atom("a", 1, 3).of(ROLES), ROLES["a"][2:4])


@pytest.mark.parametrize(
    ("axes", "wanted"),
    [
        (("O", "I"), lambda a: a),
        (("I", "O"), lambda a: a.T),
        (("H", "X", "E"), lambda a: a.reshape(H, E, I).transpose(1, 2)),
        (("X", "H", "E"), lambda a: a.reshape(H, E, I).permute(2, 0, 1)),
        (("O", "", "I"), lambda a: a[:, None]),
    ],
)
def test_one_matrix_lies_as_its_axes_say(axes: tuple[str, ...], wanted) -> None:  # type: ignore[no-untyped-def]
    """A single matrix is transposed, cut into heads or given an axis of size 1."""
    assert torch.equal(Arranged((Atom("a"),), axes, H, Side.IN)(ROLES), wanted(ROLES["a"]))


@pytest.mark.parametrize(
    ("axes", "wanted"),
    [
        (("NO", "I"), lambda a, b: torch.cat([a, b])),
        (("I", "NO"), lambda a, b: torch.cat([a, b]).T),
        (("N", "O", "I"), lambda a, b: torch.stack([a, b])),
        (
            ("HNE", "X"),
            lambda a, b: torch.stack([a.reshape(H, E, I), b.reshape(H, E, I)], dim=1).reshape(2 * O, I),
        ),
    ],
)
def test_fused_matrices_lie_as_their_axes_say(axes: tuple[str, ...], wanted) -> None:  # type: ignore[no-untyped-def]
    """Several matrices stand one below the other, in an axis of their own, or by turns in each head."""
    found = Arranged((Atom("a"), Atom("b")), axes, H, Side.IN)(ROLES)
    assert torch.equal(found, wanted(ROLES["a"], ROLES["b"]))


def test_a_parameter_of_one_head_is_one_entry_of_the_first_axis() -> None:
    """A list with a parameter a head gets the heads one by one."""
    found = [Arranged((Atom("a"),), ("H", "E", "X"), H, Side.IN, index=h)(ROLES) for h in range(H)]
    assert torch.equal(torch.cat(found), ROLES["a"])


def test_behind_the_heads_the_input_axis_is_divided() -> None:
    """A matrix that takes the heads together is cut along what it takes."""
    roles = {"a": torch.arange(12.0).reshape(2, 6)}  # [O, I], I = H * E
    found: Tensor = Arranged((Atom("a"),), ("H", "E", "X"), H, Side.OUT)(roles)
    assert torch.equal(found, roles["a"].reshape(2, H, 2).permute(1, 2, 0))


def test_every_form_fills_the_shape_and_keeps_the_entries() -> None:
    """Whatever layout a shape allows, the tensor has that shape and the very numbers of the matrices."""
    shapes = ((O, I), (I, O), (2 * O, I), (H, I, E), (2, H, E, I), (H, 2 * E, I), (O, 1, I))
    for shape in shapes:
        count = 2 if torch.Size(shape).numel() == 2 * O * I else 1
        forms = matrix_forms(shape, O, I, count, H, frozenset({Side.IN}))
        assert forms, shape
        for form in forms:
            atoms = (Atom("a"), Atom("b"))[:count]
            found = Arranged(atoms, form.axes, H, Side.IN)(ROLES)
            assert tuple(found.shape) == shape
            wanted = torch.cat([ROLES[atom.role].flatten() for atom in atoms])
            assert torch.equal(found.flatten().sort().values, wanted.sort().values)


def test_a_shape_with_other_entries_has_no_form() -> None:
    """Entries are neither invented nor dropped."""
    assert matrix_forms((O, I + 1), O, I, 1, H, frozenset({Side.IN})) == []


def test_the_usual_orientation_is_told_from_the_transposed() -> None:
    """A form knows whether the input axis comes first."""
    forms = {
        form.axes: form.transposed for form in matrix_forms((4, 4), 4, 4, 1, None, frozenset({Side.NONE}))
    }
    assert forms == {("O", "I"): False, ("I", "O"): True}


def test_a_bias_follows_its_matrix() -> None:
    """The vector beside a fused matrix lies in the order of its blocks, and costs more in another order."""
    assert vector_axes((2 * O,), O, ("NO", "I"), 2, H, Side.IN) == (("NO",), 0)
    interleaved = vector_axes((2 * O,), O, ("HNE", "X"), 2, H, Side.IN)
    assert interleaved is not None
    assert interleaved[0] == ("HNE",)
    assert vector_axes((O + 1,), O, ("O", "I"), 1, H, Side.IN) is None


def test_axes_of_size_one_may_stand_around_a_vector() -> None:
    """A parameter [1, 1, D] is the vector [D]."""
    assert plain_axes((1, 1, 5)) == ("", "", "O")
    assert Arranged((Atom("bias"),), ("", "O"))(ROLES).shape == (1, O)
