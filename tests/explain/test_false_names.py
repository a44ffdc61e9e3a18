"""Where two descriptions fit a program, the one with the fewest claims is told; what is NaN proves nothing."""

from __future__ import annotations

import pytest

from tests.explain.test_kinds import EXACT, RMS, SWIGLU, faults

ATTENTION = """
def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    s = {mask}
    {weights}
    return w @ v, w
"""
NORM = """
class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.gamma, self.beta, self.eps = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(1)), eps

    def forward(self, x):
        mean, var = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(var + self.eps) - self.beta
"""


@pytest.mark.parametrize(
    ("mask", "key"),
    [("s.masked_fill(blocked_mask, 0.0)", "mask.fill=0"), ("s", "missing mask")],
)
def test_exponentials_divided_by_their_sum_are_a_softmax(mask: str, key: str) -> None:
    """A softmax by hand is one, also where no score is -inf: it is no norm of exponentials."""
    weights = "e = s.exp()\n    w = e / e.sum(-1, keepdim=True)"
    assert set(faults(6, ATTENTION.format(mask=mask, weights=weights))) == {key}


def test_a_gain_of_another_form_is_no_missing_one() -> None:
    """1 + weight is told as that beside another fault, too."""
    source = RMS.format(size="(x * x).mean(-1, keepdim=True).sqrt()").replace(
        "* self.weight", "* (1 + self.weight)"
    )
    assert set(faults(14, source)) == {"normalise.eps=outside", "times.gain=1 + weight"}


def test_one_number_that_is_subtracted_is_the_shift() -> None:
    """A beta with a single entry and the wrong sign stands where beta stands."""
    found = set(faults(2, NORM))
    assert found == {"normalise.eps_value=1e-06", "plus.sign=-1", "plus.width=1"}


def test_branches_that_do_the_same_keep_their_names() -> None:
    """Where either weight may have either role, the contract's names decide: nothing is told as swapped."""
    source = SWIGLU.format(gelu=EXACT, product="F.silu(u) * F.silu(g)").replace(
        "hidden_dim, bias=False)\n        self.down", "hidden_dim, bias=True)\n        self.down"
    )
    assert not any(key.startswith("swapped") for key in faults(17, source))


def test_nothing_is_told_of_what_was_given_nan_alone() -> None:
    """A key that no query may see makes NaN of a softmax over queries: what comes behind it cannot be told."""
    mask = "s.masked_fill(blocked_mask, float('-inf'))"
    source = ATTENTION.format(mask=mask, weights="w = s.softmax(-2)").replace(
        "return w @ v", "return (w @ v).sigmoid()"
    )
    assert set(faults(6, source)) == {"softmax.axis=-2"}
