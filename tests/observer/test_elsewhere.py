"""Code that forgets to say where its tensors go is found out without a second device."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor

from grader.observer.elsewhere import NewTensorsElsewhere, revealed

IDS = torch.tensor([[3, 0, 0], [4, 5, 0]])


def _run(function: Callable[[Tensor], Tensor]) -> Tensor:
    with NewTensorsElsewhere():
        out: Tensor = revealed(function(IDS.clone()))
    return out


def _filled(ids: Tensor) -> Tensor:
    out = torch.zeros(ids.shape, dtype=torch.bool, device=ids.device)
    out[:] = ids == 0
    return out


@pytest.mark.parametrize(
    "function",
    [
        lambda ids: ids == 0,
        lambda ids: ids == torch.tensor(0),
        lambda ids: ids == torch.zeros_like(ids),
        lambda ids: ids == torch.zeros(3, dtype=torch.int64).to(ids.device),
        lambda ids: ids == torch.zeros(3, dtype=torch.int64, device=ids.device),
        lambda ids: ids == ids.new_zeros(3),
        lambda ids: ids == torch.zeros(3).type_as(ids),
        lambda ids: torch.as_tensor(ids) == 0,
        lambda ids: torch.where(ids == 0, torch.tensor(True), torch.tensor(False)),
        _filled,
    ],
)
def test_what_stays_with_its_input_is_right(function: Callable[[Tensor], Tensor]) -> None:
    """Results on the input's device come back as plain tensors with their values."""
    out = _run(function)
    assert type(out) is Tensor
    assert out.device.type == "cpu"
    assert torch.equal(out, IDS == 0)


@pytest.mark.parametrize(
    "function",
    [
        lambda ids: torch.tensor([[token == 0 for token in row] for row in ids.tolist()]),
        lambda ids: torch.arange(3) > 1,
        lambda ids: torch.zeros(2, 3).copy_(ids),
    ],
)
def test_what_is_made_on_the_default_device_shows(function: Callable[[Tensor], Tensor]) -> None:
    """A result that was made without saying where is on another device than the input."""
    assert _run(function).device.type == "meta"


@pytest.mark.parametrize(
    "function",
    [
        lambda ids: torch.arange(3) >= (ids != 0).sum(dim=1, keepdim=True),
        lambda ids: torch.zeros(2, 3).masked_fill(ids == 0, 1.0),
        lambda ids: torch.cat([ids, torch.ones(1, 3, dtype=torch.int64)]),
    ],
)
def test_two_devices_in_one_operation_raise(function: Callable[[Tensor], Tensor]) -> None:
    """As on a machine with two devices, tensors of both do not go together."""
    with pytest.raises(RuntimeError, match="same device"):
        _run(function)


def test_numpy_wants_the_tensor_back_first() -> None:
    """An input on another device is no numpy array, and says what to do."""
    with pytest.raises(TypeError, match=r"Tensor\.cpu"):
        _run(lambda ids: torch.from_numpy(ids.numpy() == 0))
    with pytest.raises(TypeError, match=r"Tensor\.cpu"):
        _run(lambda ids: torch.from_numpy(np.asarray(ids) == 0))
