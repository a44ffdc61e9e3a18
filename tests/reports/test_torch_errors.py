"""Torch's own errors are explained with the shapes that met; each explanation is tried on the real error."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from grader.reports.torch_errors import EXPLANATIONS, explain_torch_error

ONES = torch.ones


def _inplace_leaf() -> None:
    x = ONES(3, requires_grad=True)
    x += 1


def _inplace_saved() -> None:
    y = ONES(3, requires_grad=True).sigmoid()
    y += 1
    y.sum().backward()


class _Hasty(nn.Module):
    def __init__(self) -> None:
        self.layer = nn.Linear(2, 2)


class _Idle(nn.Module):
    pass


ERRORS: dict[str, Callable[[], object]] = {
    "matmul-shapes": lambda: ONES(10, 6) @ ONES(5, 6),
    "bmm-shapes": lambda: torch.bmm(ONES(2, 3, 4), ONES(2, 5, 4)),
    "broadcast": lambda: ONES(2, 5, 6) + ONES(2, 4, 6),
    "expand": lambda: ONES(2, 3).expand(2, 4),
    "view-size": lambda: ONES(2, 5, 6).view(2, 5, 4),
    "view-not-contiguous": lambda: ONES(2, 5, 6).transpose(1, 2).view(2, 30),
    "mask-dtype": lambda: ONES(2, 3).masked_fill(ONES(2, 3), 0.0),
    "where-dtype": lambda: torch.where(ONES(2, 3), ONES(2, 3), ONES(2, 3)),
    "dtype-mix": lambda: nn.Linear(3, 2)(ONES(2, 3).double()),
    "device-mix": lambda: ONES(2, 3) + ONES(2, 3, device="meta"),
    "inplace-leaf": _inplace_leaf,
    "inplace-saved": _inplace_saved,
    "dim-out-of-range": lambda: ONES(2, 3).mean(dim=2),
    "cat-sizes": lambda: torch.cat([ONES(2, 3), ONES(2, 4)], 0),
    "permute-axes": lambda: ONES(2, 3, 4).permute(0, 1),
    "normalized-shape": lambda: nn.LayerNorm(5)(ONES(2, 3)),
    "integer-input": lambda: torch.arange(3).softmax(0),
    "numpy-grad": lambda: ONES(2, requires_grad=True).numpy(),
    "embedding-dtype": lambda: nn.Embedding(4, 3)(ONES(2)),
    "index-out-of-range": lambda: nn.Embedding(4, 3)(torch.tensor([4])),
    "ambiguous-bool": lambda: bool(ONES(2) > 0),
    "item": lambda: ONES(2).item(),
    "invert-float": lambda: ~ONES(2),
    "bool-minus": lambda: 1 - torch.tensor([True]),
    "no-graph": lambda: ONES(1).sum().backward(),
    "super-init": _Hasty,
    "assign-parameter": lambda: setattr(nn.Linear(2, 2), "weight", ONES(2, 2)),
    "no-forward": lambda: _Idle()(ONES(2)),
    "einsum-sizes": lambda: torch.einsum("bsd,bdt->bst", ONES(2, 3, 4), ONES(2, 5, 6)),
    "split-sizes": lambda: ONES(2, 10).split([3, 3], -1),
    "index-bounds": lambda: ONES(2, 3).gather(1, torch.tensor([[3], [0]])),
}


def _message(act: Callable[[], object]) -> str:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whichever torch raises: its text is what is read
        act()
    return str(caught.value)


@pytest.mark.parametrize("name", [entry.name for entry in EXPLANATIONS])
def test_the_real_error_gets_its_own_explanation(name: str) -> None:
    """Torch's error of this kind is explained by the entry of that name, in both languages, with no field
    left open.
    """
    entry = next(e for e in EXPLANATIONS if e.name == name)
    found = explain_torch_error(_message(ERRORS[name]))
    assert found is not None
    assert not re.search(r"[{}]", found.en + found.zh)
    head = entry.text.en.partition("{")[0]
    assert found.en.startswith(head)


def test_the_shapes_that_met_are_said() -> None:
    """The explanation of a matrix product names both shapes."""
    found = explain_torch_error(_message(ERRORS["matmul-shapes"]))
    assert found is not None
    assert "10x6 and 5x6" in found.en


def test_another_error_has_no_explanation() -> None:
    """What torch did not say is not explained."""
    assert explain_torch_error("SECRET 0.123 shapes") is None


def test_floats_never_come_through() -> None:
    """A message that imitates torch's carries whole numbers of five digits at the most."""
    assert explain_torch_error("mat1 and mat2 shapes cannot be multiplied (0.123x4 and 5x6)") is None
    assert explain_torch_error("mat1 and mat2 shapes cannot be multiplied (1234567x4 and 5x6)") is None


def test_linear_is_covered_too() -> None:
    """nn.Linear's and F.linear's shape errors are matrix products."""
    assert explain_torch_error(_message(lambda: F.linear(ONES(2, 5, 4), ONES(10, 6)))) is not None
