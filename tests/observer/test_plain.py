"""What crosses the pipe is plain, detached and bounded."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from grader.domain.case import Opaque
from grader.observer.plain import plain


def test_tensors_are_copies_without_a_graph() -> None:
    """A tensor is detached, and a later change of the learner's does not reach it."""
    x = torch.ones(2, requires_grad=True)
    found = plain(2 * x)
    assert not found.requires_grad
    y = torch.zeros(2)
    kept = plain(y)
    y += 1
    assert kept.tolist() == [0.0, 0.0]


def test_containers_keep_their_kind() -> None:
    """Tuples, lists and dicts stay what they are; keys become text."""
    assert plain(((1, [2.0]), {3: None})) == ((1, [2.0]), {"3": None})


def test_numbers_of_numpy_are_numbers() -> None:
    """A float of numpy becomes Python's."""
    assert type(plain(np.float64(0.5))) is float


def test_anything_else_is_named() -> None:
    """A module, a function and what lies too deep cross by name alone."""
    assert plain(nn.Linear(1, 1)) == Opaque("Linear")
    assert plain([[[[[1]]]]]) == [[[[Opaque("list")]]]]
