"""Parameters become tensors: vectors are told from matrices, and lists of heads are seen as one."""

from __future__ import annotations

import pytest

from grader.weights.units import stackings, tensors_of
from tests.weights.described import parameter, tensors


@pytest.mark.parametrize(
    ("shape", "of", "is_vector"),
    [
        ((6,), "Linear", True),
        ((1, 6), "Linear", False),
        ((1, 1, 6), "Own", True),
        ((3, 2), "Own", True),  # [H, Dh]: fewer entries than the least matrix
        ((6, 4), "Own", False),
    ],
)
def test_a_small_tensor_is_a_vector(shape: tuple[int, ...], of: str, is_vector: bool) -> None:
    """Torch's own classes tell by axes; in a learner's class a tensor below the least matrix is a vector."""
    found = parameter("x", *shape, of=of)
    assert tensors_of([found], {"x": ""}, least=24)[0].is_vector is is_vector


def test_tensors_keep_order_and_scope() -> None:
    """A tensor knows its place in the order of registration, and the scope of its path."""
    found = [parameter("a.weight", 6, 4), parameter("b.weight", 6, 4)]
    made = tensors_of(found, {"a.weight": "", "b.weight": "b"}, least=24)
    assert [(t.order, t.scope, t.size) for t in made] == [(0, "", 24), (1, "b", 24)]


def test_paths_that_differ_by_a_number_may_be_one_tensor() -> None:
    """H equal tensors stand for a first axis of heads, after what the module says without that."""
    listed = tensors(*(parameter(f"heads.{i}.weight", 2, 6) for i in range(3)))
    found = list(stackings(listed, 3, least=36))
    assert found[0] == (0.0, listed)
    price, (stacked,) = found[1]
    assert price > 0
    assert (stacked.paths, stacked.shape) == (tuple(f"heads.{i}.weight" for i in range(3)), (3, 2, 6))


def test_several_projections_in_one_list_are_cut_into_runs() -> None:
    """2 H tensors of one list are two tensors of H heads, one behind the other or by turns."""
    listed = tensors(*(parameter(f"maps.{i}.weight", 2, 6) for i in range(6)))
    runs = {tuple(t.paths for t in found) for price, found in stackings(listed, 3, least=36) if price}
    first = tuple(tuple(f"maps.{i}.weight" for i in run) for run in ((0, 1, 2), (3, 4, 5)))
    by_turns = tuple(tuple(f"maps.{i}.weight" for i in run) for run in ((0, 2, 4), (1, 3, 5)))
    assert {first, by_turns} <= runs


@pytest.mark.parametrize("heads", [None, 1])
def test_without_heads_nothing_is_stacked(heads: int | None) -> None:
    """Where there are no heads to list, tensors are what they are."""
    listed = tensors(*(parameter(f"heads.{i}.weight", 2, 6) for i in range(3)))
    assert list(stackings(listed, heads, least=36)) == [(0.0, listed)]
