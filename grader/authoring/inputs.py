"""Inputs that cases of several exercises need: masks written as rows, a sentence in which one token is changed."""

from __future__ import annotations

import torch
from torch import Tensor


def padding(*rows: str) -> Tensor:
    """[B, S] bool, True = padding, from rows such as ".x..x"; an x is a padded position."""
    return torch.tensor([[letter == "x" for letter in row] for row in rows])


def blocked(*rows: str) -> Tensor:
    """[B, 1, 1, S] bool, True = may not be attended to, from rows such as ".x..x"; an x is a blocked key."""
    return padding(*rows)[:, None, None, :]


def with_token(x: Tensor, sample: int, position: int, token: Tensor) -> tuple[Tensor, Tensor]:
    """A copy of `x: [B, S, D]` with one token put in the place of another, and which tokens stayed.

    `token: [D]`. The second result is [B, S] bool, True = as it was.
    """
    changed = x.clone()
    changed[sample, position] = token
    stayed = torch.ones(x.shape[:2], dtype=torch.bool)
    stayed[sample, position] = False
    return changed, stayed
