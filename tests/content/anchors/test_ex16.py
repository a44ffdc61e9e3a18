"""The reference of exercise 16 against torch's own cross-entropy."""

from pathlib import Path

import torch
from torch.nn import functional as F

from grader.judge.bank import load_bank

IS_PAD = torch.tensor([[False, False, True, True], [True, False, False, False], [False, True, False, True]])


def test_the_reference_is_cross_entropy_of_the_valid_tokens(root: Path) -> None:
    """Loss and gradient are those of F.cross_entropy on the valid tokens to 1e-12, whatever padding holds."""
    loss = load_bank(root, "ex16_masked_cross_entropy", 16).solution["masked_cross_entropy"]
    generator = torch.Generator().manual_seed(1)
    logits = torch.randn(3, 4, 5, generator=generator, dtype=torch.float64)
    targets = torch.randint(0, 5, (3, 4), generator=generator)
    filled = logits.masked_fill(IS_PAD[..., None], torch.nan).requires_grad_()
    mine = loss(filled, targets.masked_fill(IS_PAD, 999), IS_PAD)
    logits.requires_grad_()
    theirs = F.cross_entropy(logits[~IS_PAD], targets[~IS_PAD])
    assert mine.shape == ()
    assert abs((mine - theirs).item()) < 1e-12
    own, other = torch.autograd.grad(mine, filled)[0], torch.autograd.grad(theirs, logits)[0]
    assert (own - other).abs().max() < 1e-12


def test_without_a_valid_token_torch_says_nan_and_the_reference_zero(root: Path) -> None:
    """An ignored batch is NaN for F.cross_entropy; the reference gives 0 with a gradient of zeros."""
    loss = load_bank(root, "ex16_masked_cross_entropy", 16).solution["masked_cross_entropy"]
    logits = torch.full((2, 3, 4), torch.nan, requires_grad=True)
    ignored = torch.full((2, 3), -100)
    assert F.cross_entropy(logits.transpose(1, 2), ignored).isnan()
    mine = loss(logits, ignored, torch.ones(2, 3, dtype=torch.bool))
    assert mine.item() == 0.0
    assert torch.equal(torch.autograd.grad(mine, logits)[0], torch.zeros(2, 3, 4))
