"""How a mask is made is read from its values and the operations beside them; neither alone is enough for a name."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.catalog.exercises import load_exercise
from grader.domain.computation import Computation
from grader.grading.load_judge import load_judge
from grader.judge.grade import Judge
from tests.conftest import ROOT

SEED = 20170612


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """No garbage is collected meanwhile: that of a whole suite takes longer than a reading may."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="module")
def judges() -> Mapping[int, Judge]:
    """The judges of the exercises that ask for masks."""
    return {number: load_judge(ROOT, load_exercise(ROOT, number), SEED) for number in (5, 20)}


def read(judge: Judge, space: Mapping[str, Any]) -> Computation:
    """The computation of these entries, those of the solution beside them."""
    whole = {**judge.bank.solution, **space}  # type: ignore[attr-defined]  # of a course with answers
    found = judge.explain(judge.own_session(whole), {}, {})  # type: ignore[attr-defined]  # of a course with answers
    assert found is not None
    return found


def keys(found: Computation) -> set[str]:
    """The keys of all deviations."""
    return {deviation.key for deviation in found.deviations}


def in_a_loop(ids: Tensor, pad_id: int) -> Tensor:
    """The right mask, row by row."""
    out = torch.zeros(len(ids), 1, 1, ids.shape[1], dtype=torch.bool)
    for row, mask in zip(ids, out, strict=True):
        mask[0, 0] = row == pad_id
    return out


PADDING: Mapping[str, tuple[Callable[[Tensor, int], Tensor], set[str]]] = {
    "right": (lambda ids, pad_id: (ids == pad_id)[:, None, None], set()),
    "in a loop": (in_a_loop, set()),
    "not of not": (lambda ids, pad_id: ~(ids != pad_id)[:, None, None], set()),
    "by a product": (lambda ids, pad_id: ((ids - pad_id) ** 2 < 1)[:, None, None], set()),
    "kept": (lambda ids, pad_id: (ids != pad_id)[:, None, None], {"padding.polarity=kept"}),
    "kept by sign": (
        lambda ids, pad_id: (ids - pad_id).abs().clamp(max=1).bool()[:, None, None],
        {"padding.polarity=kept"},
    ),
    "a fixed id": (lambda ids, pad_id: (ids == 0)[:, None, None], {"padding.who=other id"}),
    "falsehood": (lambda ids, pad_id: ids.logical_not()[:, None, None], {"padding.who=other id"}),
    "behind the words": (
        lambda ids, pad_id: (torch.ones_like(ids).cumsum(1) > ids.ne(pad_id).sum(1, keepdim=True))[
            :, None, None
        ],
        {"padding.who=after the length"},
    ),
    "the run at the end": (
        lambda ids, pad_id: ((ids != pad_id).flip(1).cumsum(1) == 0).flip(1)[:, None, None],
        {"padding.who=trailing run"},
    ),
    "too many axes": (
        lambda ids, pad_id: (ids == pad_id)[:, None, None, None],
        {"laid.axes=[B, 1, 1, 1, S]"},
    ),
    "transposed": (lambda ids, pad_id: (ids == pad_id).T[None, None], {"laid.axes=[1, 1, S, B]"}),
    "by query": (
        lambda ids, pad_id: (ids == pad_id)[:, None, None].repeat(1, 1, ids.shape[1], 1),
        {"laid.axes=[B, 1, Q, S]"},
    ),
    "either": (
        lambda ids, pad_id: (ids == pad_id)[:, None, None] + (ids == pad_id)[:, None, :, None],
        {"laid.axes=[B, 1, Q, S]", "laid.blocks=queries or keys"},
    ),
    "both": (
        lambda ids, pad_id: (ids == pad_id)[:, None, None] * (ids == pad_id)[:, None, :, None],
        {"laid.axes=[B, 1, Q, S]", "laid.blocks=queries and keys"},
    ),
    "bytes": (lambda ids, pad_id: (ids == pad_id)[:, None, None].byte(), {"laid.kind=integer"}),
    "added": (
        lambda ids, pad_id: (1.0 - (ids != pad_id)[:, None, None].double()) * torch.finfo(torch.float64).min,
        {"laid.kind=additive"},
    ),
    "kept, a fixed id, floats, two axes": (
        lambda ids, pad_id: (ids != 0).float(),
        {"padding.polarity=kept", "padding.who=other id", "laid.kind=float", "laid.axes=[B, S]"},
    ),
}
"""Ways to make a padding mask and what they deviate in."""


@pytest.mark.parametrize("name", PADDING)
def test_a_padding_mask_is_read_in_all_its_deviations(name: str, judges: Mapping[int, Judge]) -> None:
    """Who counts as padding, polarity, axes and type are told apart, however the mask is written."""
    made, wanted = PADDING[name]
    found = read(judges[5], {"padding_blocked_mask": lambda token_ids, pad_id: made(token_ids, pad_id)})
    assert (keys(found), found.whole) == (wanted, True)


def counted_by_hand(ids: Tensor, pad_id: int) -> Tensor:
    """A mask that the operations say nothing of: made by Python, from numbers."""
    rows = [[number == 0 for number in row] for row in ids.tolist()]
    return torch.tensor(rows)[:, None, None]


def kept_by_hand(ids: Tensor, pad_id: int) -> Tensor:
    """The values of a known mistake without any operation that makes them."""
    rows = [[number != pad_id for number in row] for row in ids.tolist()]
    return torch.tensor(rows)[:, None, None]


def half_fixed(ids: Tensor, pad_id: int) -> Tensor:
    """0 beside pad_id."""
    return ((ids == pad_id) | (ids == 0))[:, None, None]


def first_open(ids: Tensor, pad_id: int) -> Tensor:
    """A row never begins with padding."""
    mask = ids == pad_id
    mask[:, 0] = False
    return mask[:, None, None]


def not_above(ids: Tensor, pad_id: int) -> Tensor:
    """Every id up to pad_id."""
    return (ids <= pad_id)[:, None, None]


def opposite_id(ids: Tensor, pad_id: int) -> Tensor:
    """An id that never occurs: every position is kept, as by any other such id."""
    return (ids == -pad_id)[:, None, None]


def rolled(ids: Tensor, pad_id: int) -> Tensor:
    """Each position is blocked by its neighbour."""
    return (ids == pad_id).roll(1, 1)[:, None, None]


def last_id(ids: Tensor, pad_id: int) -> Tensor:
    """The last id of the batch stands for pad_id."""
    return (ids == ids[-1, -1])[:, None, None].float()


def asked_and_left(ids: Tensor, pad_id: int) -> Tensor:
    """0 is blocked, though pad_id was compared with."""
    unused = ids == pad_id
    return ((ids == 0) & (unused | ~unused))[:, None, None]


@pytest.mark.parametrize(
    "made",
    [
        counted_by_hand,
        kept_by_hand,
        half_fixed,
        first_open,
        not_above,
        opposite_id,
        rolled,
        last_id,
        asked_and_left,
    ],
)
def test_a_padding_mask_that_nothing_speaks_for_gets_no_form(
    made: Callable[[Tensor, int], Tensor], judges: Mapping[int, Judge]
) -> None:
    """What is not one of the forms, or has its values without its operations, ends as not recognised."""
    found = read(judges[5], {"padding_blocked_mask": lambda token_ids, pad_id: made(token_ids, pad_id)})
    assert not found.whole
    assert keys(found) <= {"unknown", "other"}


CAUSAL: Mapping[str, tuple[Callable[..., Tensor], set[str]]] = {
    "compared": (
        lambda size, device=None: (torch.arange(size)[None] > torch.arange(size)[:, None])[None, None],
        set(),
    ),
    "diagonal": (
        lambda size, device=None: (torch.arange(size)[None] >= torch.arange(size)[:, None])[None, None],
        {"causal.who=later and itself"},
    ),
    "kept": (
        lambda size, device=None: torch.tril(torch.ones(1, 1, size, size)).bool(),
        {"causal.who=earlier and itself"},
    ),
    "transposed": (
        lambda size, device=None: torch.ones(1, 1, size, size).triu(1).mT.bool(),
        {"causal.who=earlier"},
    ),
    "next one open": (
        lambda size, device=None: torch.ones(1, 1, size, size).triu(2).bool(),
        {"causal.who=later but the next"},
    ),
    "numbers of two axes": (
        lambda size, device=None: torch.ones(size, size).triu(1),
        {"laid.axes=[T, T]", "laid.kind=float"},
    ),
}
"""Ways to make a causal mask and what they deviate in."""


@pytest.mark.parametrize("name", CAUSAL)
def test_a_causal_mask_is_read_by_its_triangle(name: str, judges: Mapping[int, Judge]) -> None:
    """Which side is blocked, where it begins, axes and type; told of two sizes."""
    made, wanted = CAUSAL[name]
    found = read(judges[20], {"causal_blocked_mask": made})
    assert (keys(found), found.whole) == (wanted, True)


def test_a_triangle_of_one_size_alone_is_not_told(judges: Mapping[int, Judge]) -> None:
    """A mask that is another one at the second size is not confirmed, so that nothing is said of it."""
    sizes: list[int] = []

    def made(size: int, device: object = None) -> Tensor:
        sizes.append(size)
        return torch.ones(1, 1, size, size, dtype=torch.bool).triu(0 if len(sizes) == 1 else 1)

    found = read(judges[20], {"causal_blocked_mask": made})
    assert len(set(sizes)) == 2
    assert not found.deviations
    assert not found.whole


UNIONS: Mapping[str, tuple[Callable[[Tensor, Tensor], Tensor], set[str]]] = {
    "by a sum": (lambda a, b: (a.int() + b.int()).clamp(max=1).bool(), set()),
    "by De Morgan": (lambda a, b: ~(~a & ~b), set()),
    "and": (lambda a, b: torch.minimum(a.int(), b.int()).bool(), {"union.how=and"}),
    "xor": (lambda a, b: a != b, {"union.how=xor"}),
    "neither": (lambda a, b: ~(a | b), {"union.how=nor"}),
    "a number": (lambda a, b: (a | b).long(), {"union.kind=integer"}),
    "the first": (lambda a, b: a, {"union: without b"}),
    "the second": (lambda a, b: b.clone(), {"union: without a"}),
}
"""Ways to combine two masks and what they deviate in."""


@pytest.mark.parametrize("name", UNIONS)
def test_a_combination_of_masks_is_read_by_its_truth_table(name: str, judges: Mapping[int, Judge]) -> None:
    """Or, and, another function of the two, or one of them alone."""
    made, wanted = UNIONS[name]
    found = read(judges[20], {"combine_blocked_masks": made})
    assert (keys(found), found.whole) == (wanted, True)


def test_how_many_masks_block_is_no_mask(judges: Mapping[int, Judge]) -> None:
    """Numbers up to two are not truth values in another type."""
    found = read(judges[20], {"combine_blocked_masks": lambda a, b: a.int() + b.int()})
    assert not found.whole
    assert keys(found) == {"unknown"}


@pytest.mark.parametrize("combine", [lambda a, b: a.flip(-1), lambda a, b: ~a, lambda a, b: a.mT | b])
def test_a_mask_that_was_changed_is_not_one_that_was_taken_alone(
    combine: Callable[[Tensor, Tensor], Tensor], judges: Mapping[int, Judge]
) -> None:
    """Only a mask as it came is one without the other."""
    assert keys(read(judges[20], {"combine_blocked_masks": combine})) == {"unknown"}


def test_another_causal_mask_is_told_as_not_recognised(judges: Mapping[int, Judge]) -> None:
    """A mask whose size differs between the draws is still read as far as it goes."""
    found = read(
        judges[20], {"causal_blocked_mask": lambda size, device=None: torch.eye(size).bool()[None, None]}
    )
    assert keys(found) & {"unknown", "other"}
