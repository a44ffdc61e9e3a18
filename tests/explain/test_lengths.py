"""What was centred, measured and divided is read by its values, in whatever operations it was computed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
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
    """The judges of the exercises that ask for lengths."""
    return {number: load_judge(ROOT, load_exercise(ROOT, number), SEED) for number in (22, 23)}


def read(judge: Judge, space: Mapping[str, Any]) -> Computation:
    """The computation of these entries."""
    found = judge.explain(judge.own_session(space), {}, {})  # type: ignore[attr-defined]  # of a course with answers
    assert found is not None
    return found


def keys(found: Computation) -> set[str]:
    """The keys of all deviations."""
    return {deviation.key for deviation in found.deviations}


def by_sample(x: Tensor) -> Tensor:
    """The right residual of squares, sample by sample."""
    return torch.stack([((s - s.mean(0)) ** 2).sum() / (s**2).sum() for s in x])


RESIDUALS: Mapping[str, tuple[Callable[[Tensor], Tensor], set[str]]] = {
    "right": (lambda x: ((x - x.mean(1, True)).square().sum((1, 2)) / x.square().sum((1, 2))).sqrt(), set()),
    "with eps": (
        lambda x: (x - x.mean(1, True)).flatten(1).norm(dim=1) / (x.flatten(1).norm(dim=1) + 1e-9),
        set(),
    ),
    "other axis": (
        lambda x: (x - x.mean(2, True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1),
        {"centre.axis=features"},
    ),
    "whole batch": (
        lambda x: (x - x.mean((0, 1), True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1),
        {"centre.axis=batch and sequence"},
    ),
    "squares, by sample": (by_sample, {"length.root=False"}),
    "alone": (lambda x: (x - x.mean(1, True)).flatten(1).norm(dim=1), {"missing ratio"}),
    "the mean": (lambda x: x.mean(1).norm(dim=1) / x.flatten(1).norm(dim=1), {"centre.kept=mean"}),
    "inverted": (
        lambda x: x.flatten(1).norm(dim=1) / (x - x.mean(1, True)).flatten(1).norm(dim=1),
        {"ratio.inverted=True"},
    ),
    "one for all": (lambda x: (x - x.mean(1, True)).norm() / x.norm(), {"length.over=batch"}),
    "averaged": (
        lambda x: ((x - x.mean(1, True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1)).mean(),
        {"extra average on y"},
    ),
    "singular values": (
        lambda x: torch.linalg.svdvals(x - x.mean(1, True))[:, 0] / torch.linalg.svdvals(x)[:, 0],
        {"length.kind=spectral"},
    ),
    "axis, squared, alone": (
        lambda x: (x - x.mean(2, True)).square().sum((1, 2)),
        {"centre.axis=features", "length.root=False", "missing ratio"},
    ),
}
"""Residuals and what they deviate in."""


@pytest.mark.parametrize("name", RESIDUALS)
def test_a_residual_is_read_step_by_step(name: str, judges: Mapping[int, Judge]) -> None:
    """Axis, norm, root and ratio are told apart, and all that deviate are told."""
    made, wanted = RESIDUALS[name]
    found = read(judges[23], {"token_residual": made})
    assert (keys(found), found.whole) == (wanted, True)


UNREAD: Mapping[str, Callable[[Tensor], Tensor]] = {
    "last token": lambda x: (x - x[:, -1:]).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1),
    "token by token": lambda x: ((x - x.mean(1, True)).norm(dim=2) / x.norm(dim=2)).mean(1),
    "at least one": lambda x: (
        (x - x.mean(1, True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1).clamp(min=1)
    ),
    "of the largest": lambda x: (x - x.mean(1, True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1).max(),
    "a number": lambda x: torch.full((len(x),), 4.0, dtype=x.dtype),
}
"""Residuals that no form describes."""


@pytest.mark.parametrize("name", UNREAD)
def test_another_residual_is_not_taken_for_a_known_one(name: str, judges: Mapping[int, Judge]) -> None:
    """What no form describes ends as not recognised, and its right steps stay right."""
    found = read(judges[23], {"token_residual": UNREAD[name]})
    assert not found.whole
    assert keys(found) in ({"unknown"}, {"other"})


def test_ranks_are_read_only_where_a_matrix_was_decomposed(judges: Mapping[int, Judge]) -> None:
    """Numbers that are as small as a rank are no rank."""
    ranked = read(judges[23], {"token_residual": torch.linalg.matrix_rank})
    counted = read(judges[23], {"token_residual": lambda x: (x != 0).any(1).sum(1)})
    assert "length.kind=rank" in keys(ranked)
    assert "length.kind=rank" not in keys(counted)


def _second(model: Any, index: int = 3) -> list[Tensor]:
    return [layer.ffn.net[index].weight for layer in model.layers]


def squared_from_the_end(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """Three faults: the first weight, squared, the last layer first."""
    slopes = torch.autograd.grad(loss_fn(model(x)), _second(model, 0))
    return [float((slope * slope).sum()) for slope in slopes][::-1]


def piled_up(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """Gradients that are never cleared, as numbers of numpy's."""
    loss_fn(model(x)).backward()
    return [float(np.abs(w.grad.numpy()).mean()) for w in _second(model) if w.grad is not None]


def layer_by_layer(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """A loss of each layer alone."""
    norms = []
    for layer, weight in zip(model.layers, _second(model), strict=True):
        x = layer(x.detach())
        norms.append(torch.autograd.grad(loss_fn(x), weight)[0].norm().item())
    return norms


def weights_in_shares(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """Not gradients, and divided by their sum."""
    norms = [w.detach().norm().item() for w in _second(model)]
    return [norm / sum(norms) for norm in norms]


def mean_absolute_in_shares(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """Means, whose shares are those of the sums as well: the step before tells which was meant."""
    slopes = torch.autograd.grad(loss_fn(model(x)), _second(model))
    sizes = [slope.abs().mean().item() for slope in slopes]
    return [size / sum(sizes) for size in sizes]


def right_in_numpy(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
    """The right list, by a library that leaves no operations."""
    slopes = torch.autograd.grad(loss_fn(model(x)), _second(model))
    return [float(np.sqrt((slope.numpy() ** 2).sum())) for slope in slopes]


PROFILES: Mapping[str, tuple[Callable[..., list[float]], set[str]]] = {
    "right": (right_in_numpy, set()),
    "first weights, squared, reversed": (
        squared_from_the_end,
        {"known.of=gradient of net.0.weight", "length.root=False", "listed.order=last layer first"},
    ),
    "accumulated, absolute": (piled_up, {"known.how=accumulated", "length.kind=mean absolute"}),
    "detached": (layer_by_layer, {"known.how=layer by layer"}),
    "means in shares": (mean_absolute_in_shares, {"length.kind=mean absolute", "extra shares on y"}),
    "weights in shares": (weights_in_shares, {"known.of=net.3.weight", "extra shares on y"}),
}
"""Profiles and what they deviate in."""


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_is_read_from_its_numbers(name: str, judges: Mapping[int, Judge]) -> None:
    """Which gradient, which norm, in which order: Python numbers say it as tensors do."""
    made, wanted = PROFILES[name]
    found = read(judges[22], {"ffn_grad_profile": made})
    assert (keys(found), found.whole) == (wanted, True)


def test_half_a_loss_is_none_of_the_known_gradients(judges: Mapping[int, Judge]) -> None:
    """A profile of another loss is not recognised, rather than told as accumulated or averaged."""

    def halved(model: Any, x: Tensor, loss_fn: Any) -> list[float]:
        slopes = torch.autograd.grad(loss_fn(model(x)) / 2, _second(model))
        return [slope.norm().item() for slope in slopes]

    found = read(judges[22], {"ffn_grad_profile": halved})
    assert not found.whole
    assert keys(found) <= {"unknown", "other"}


def sum_of_ratios_of_ranks(x: Tensor) -> Tensor:
    """As many as there are samples: a number that is many things."""
    rest = x - x.mean((1, 2), True)
    return (torch.linalg.matrix_rank(rest) / torch.linalg.matrix_rank(x)).sum()


def shapes_that_do_not_meet(x: Tensor) -> Tensor:
    """A step that fails, behind a mean of other use, a length of tokens and a square that its root would follow."""
    rest = x - 1.01 * x.mean(1, True)
    return (rest.norm(dim=-1) / x.square().sum((1, 2))).sqrt()


def one_of_itself(x: Tensor) -> Tensor:
    """The number 1, which is a value of many functions."""
    return (x.norm() / x.norm()).sqrt()


def more_than_the_mean(x: Tensor) -> Tensor:
    """Something else than the mean is subtracted, though a mean is on the way to it."""
    return (x - 1.01 * x.mean(1, True)).flatten(1).norm(dim=1) / x.flatten(1).norm(dim=1)


MADE_OF_KNOWN_STEPS = (sum_of_ratios_of_ranks, one_of_itself, more_than_the_mean)


@pytest.mark.parametrize("made", MADE_OF_KNOWN_STEPS)
def test_steps_on_the_way_to_something_unknown_have_no_fault(
    made: Callable[[Tensor], Tensor], judges: Mapping[int, Judge]
) -> None:
    """Of a program that is not recognised no step is told as wrong that only serves the unknown one."""
    assert keys(read(judges[23], {"token_residual": made})) <= {"unknown", "other"}


def test_steps_before_an_exception_have_no_fault_that_a_later_one_would_mend(
    judges: Mapping[int, Judge],
) -> None:
    """Where a call stops, a mean, a length of tokens and a square are steps on the way to something."""
    space = {"token_residual": shapes_that_do_not_meet}
    found = judges[23].explain(judges[23].own_session(space), {}, {})  # type: ignore[attr-defined]  # of a course with answers
    assert found is None or not found.deviations


def test_which_matrix_a_rank_is_of_is_told_by_its_way(judges: Mapping[int, Judge]) -> None:
    """Ranks that all agree are told apart by what they were made of."""
    found = read(judges[23], {"token_residual": lambda x: torch.linalg.matrix_rank(x - x.mean(0, True))})
    assert {"length.kind=rank", "centre.axis=batch"} <= keys(found)
