"""Masks and changed sentences for cases are what they are written as."""

from __future__ import annotations

import torch

from grader.authoring import blocked, padding, with_token


def test_a_mask_is_read_off_its_rows() -> None:
    """An x is True, a dot False; blocked keys have the two axes that heads and queries broadcast over."""
    assert padding("..x", "x..").tolist() == [[False, False, True], [True, False, False]]
    assert blocked("..x", "x..").shape == (2, 1, 1, 3)
    assert torch.equal(blocked("..x", "x..")[:, 0, 0], padding("..x", "x.."))


def test_one_token_is_changed_and_said() -> None:
    """The given tensor stays, the copy differs at one token, and the mask holds for all others."""
    x = torch.arange(30.0).reshape(2, 5, 3)  # [B, S, D]
    before = x.clone()
    changed, stayed = with_token(x, 1, 2, torch.tensor([-1.0, -2.0, -3.0]))
    assert torch.equal(x, before)
    assert torch.equal(changed[stayed], x[stayed])
    assert changed[1, 2].tolist() == [-1.0, -2.0, -3.0]
    assert int((~stayed).sum()) == 1
