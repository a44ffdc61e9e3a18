"""Kinds of faults that learners made are read back as what they are, and as nothing else."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

import pytest

from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import forms_for, load_misconceptions
from grader.domain.computation import Computation, Deviation, Standing
from grader.domain.text import Text
from grader.explain.words import words_of
from grader.grading.load_judge import load_judge
from grader.judge.grade import Judge
from grader.worker.blocks import install_blocks
from tests.conftest import ROOT

HEAD = "import math\nimport torch\nfrom torch import nn\nfrom torch.nn import functional as F\n"
FFN = """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.w1 = nn.Parameter(torch.zeros(hidden_dim, dim))
        self.b1 = nn.Parameter(torch.zeros(hidden_dim))
        self.w2 = nn.Parameter(torch.zeros(dim, hidden_dim))
        self.b2 = nn.Parameter(torch.zeros(dim))
        self.d1, self.d2 = nn.Dropout({first}), nn.Dropout(dropout)

    def forward(self, x):
        return self.d2(self.d1({hidden}) @ self.w2.T + self.b2)
"""
SWIGLU = """
def gelu(x):
    return {gelu}

class SwiGLUFeedForward(nn.Module):
    def __init__(self, dim, hidden_dim):
        super().__init__()
        self.gate_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.up_proj = nn.Linear(dim, hidden_dim, bias=False)
        self.down_proj = nn.Linear(hidden_dim, dim, bias=False)

    def forward(self, x):
        g, u = self.gate_proj(x), self.up_proj(x)
        return self.down_proj({product})
"""
RMS = """
class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(dim)), eps

    def forward(self, x):
        return x / ({size} + self.eps) * self.weight
"""
EXACT, GATED = "x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))", "F.silu(g) * u"


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks that exercise 8 gives, importable as in a child."""
    for name in ("course", "course.blocks"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    install_blocks(load_exercise(ROOT, 8).blocks)


@cache
def judge_of(number: int) -> Judge:
    """The judge of an exercise."""
    return load_judge(ROOT, load_exercise(ROOT, number), 20170612)


def read(number: int, source: str) -> Computation:
    """What a program is read back as, with the names that the catalogue has for its faults."""
    space: dict[str, object] = {"__name__": "learner"}
    exec(compile(HEAD + source, "learner.py", "exec"), space)
    judge = judge_of(number)
    found = judge.explain(judge.own_session(space), forms(number), {})  # type: ignore[attr-defined]
    assert isinstance(found, Computation)
    return found


def forms(number: int) -> dict[str, tuple[frozenset[str], ...]]:
    """What stands for a misconception in this exercise."""
    return forms_for(number, load_misconceptions(ROOT).values())


def faults(number: int, source: str) -> dict[str, Deviation]:
    """The deviations by key."""
    return {each.key: each for each in read(number, source).deviations}


def test_a_bias_that_is_subtracted_is_no_beta() -> None:
    """The sign of a linear map's bias is told as that, under no name of a normalisation."""
    found = faults(3, FFN.format(first="dropout", hidden="torch.relu(x @ self.w1.T - self.b1)"))
    assert [(key, each.misconception) for key, each in found.items()] == [("bias.sign=-1", "")]


def test_a_bias_in_another_place_is_not_one_that_is_missing() -> None:
    """What is added behind the activation was not forgotten: no name says that there is none."""
    found = faults(3, FFN.format(first="dropout", hidden="torch.relu(x @ self.w1.T) + self.b1"))
    assert set(found) == {"missing bias", "extra shift on activated"}
    assert not any(each.misconception for each in found.values())


def test_a_fixed_rate_is_told_as_a_rate() -> None:
    """Of a rate that is written into the code the number is told, in the words for it."""
    found = faults(3, FFN.format(first="0.1", hidden="torch.relu(x @ self.w1.T + self.b1)"))
    assert set(found) == {"dropout.rate=0.1"}
    assert "0.1" in found["dropout.rate=0.1"].words.en
    assert "0.1" in found["dropout.rate=0.1"].words.zh


def test_faults_of_two_entries_are_both_told() -> None:
    """An exercise with a function and a class tells what is wrong in each."""
    found = faults(17, SWIGLU.format(gelu="x * torch.sigmoid(1.702 * x)", product="F.silu(g) + u"))
    assert set(found) == {"product.part=add", "activation.kind=gelu sigmoid"}


def test_a_difference_is_no_sum() -> None:
    """A difference in the place of a product is told as such: no name speaks of a sum."""
    found = faults(17, SWIGLU.format(gelu=EXACT, product="F.silu(g) - u"))
    assert [(key, each.misconception) for key, each in found.items()] == [("product.part=difference", "")]


@pytest.mark.parametrize(
    ("size", "kind"),
    [
        ("x.abs().mean(-1, keepdim=True)", "mean size"),
        ("x.abs().sum(-1, keepdim=True)", "sum of sizes"),
        ("x.abs().amax(-1, keepdim=True)", "largest size"),
    ],
)
def test_what_a_norm_divides_by_may_be_a_size(size: str, kind: str) -> None:
    """A mean, a sum or the largest of |x| is recognised as the divisor, and as the only fault."""
    assert set(faults(14, RMS.format(size=size))) == {f"normalise.spread={kind}"}


@pytest.mark.parametrize(
    ("factor", "written"),
    [("math.sqrt(k.shape[-2])", "q·k / sqrt(5)"), ("k.shape[-1]", "q·k / 8"), ("0.3", "3.333 * q·k")],
)
def test_a_scale_is_written_by_the_number_it_is_made_of(factor: str, written: str) -> None:
    """A learner finds the own width in the formula, and no decimal fraction of it."""
    source = f"""
def scaled_dot_product_attention(q, k, v, blocked_mask=None):
    scores = q @ k.transpose(-2, -1) / ({factor})
    if blocked_mask is not None:
        scores = scores.masked_fill(blocked_mask, float("-inf"))
    weights = torch.nan_to_num(scores.softmax(-1))
    return weights @ v, weights
"""
    step = next(step for step in read(6, source).steps if step.name == "scores")
    assert step.formula == written


@pytest.mark.parametrize(
    ("hidden", "keys"),
    [
        ("torch.relu(x @ self.w1.T + self.b1)", set()),
        ("torch.relu(x @ self.w1.T)", {"missing bias"}),
        ("x @ self.w1.T + self.b1", {"missing activation"}),
    ],
)
def test_weights_that_begin_with_zeros_hide_nothing(hidden: str, keys: set[str]) -> None:
    """A computation is read with random weights, whatever the module's own first weights are."""
    assert set(faults(3, FFN.format(first="dropout", hidden=hidden))) == keys


@pytest.mark.parametrize(
    ("scores", "mean", "keys"),
    [
        ("logits.log_softmax(1)", "each.sum() / real.sum()", {"loss.logits=softmax over tokens"}),
        ("logits.softmax(-1)", "each.sum() / real.sum()", {"loss.logits=no logarithm"}),
        (
            "logits.log_softmax(1)",
            "(each.sum(1) / real.sum(1)).mean()",
            {"loss.logits=softmax over tokens", "loss.over=by sample"},
        ),
    ],
)
def test_faults_inside_of_a_loss_are_told_one_by_one(scores: str, mean: str, keys: set[str]) -> None:
    """The axis of a softmax, a logarithm that is missing and the kind of mean are read off one number."""
    source = f"""
def masked_cross_entropy(logits, targets, is_pad):
    real = ~is_pad
    each = -{scores}.gather(-1, targets.masked_fill(is_pad, 0)[..., None])[..., 0]
    each = each.masked_fill(is_pad, 0.0)
    return {mean}
"""
    assert set(faults(16, source)) == keys


def test_padding_is_pooled_where_sentences_have_none() -> None:
    """A mean over the padding, guarded against sentences without any, is told by what it takes."""
    source = """
def masked_mean_pool(x, is_pad):
    weights = is_pad.to(x.dtype)[..., None]
    return (x * weights).sum(1) / weights.sum(1).clamp(min=1)
"""
    assert set(faults(15, source)) == {"pool.who=padding"}


def test_another_eps_is_told_by_its_number() -> None:
    """A norm that is right but for its eps is told as that, in words and not as a whole formula."""
    source = """
class LayerNorm(nn.Module):
    def __init__(self, dim, eps=1e-5):
        super().__init__()
        self.gamma, self.beta = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.gamma, self.beta, 1e-12)
"""
    found = faults(2, source)
    assert set(found) == {"normalise.eps_value=1e-12"}
    assert "1e-12" in found["normalise.eps_value=1e-12"].words.en


TIED = """
def sinusoidal_positions(length, dim):
    angle = torch.arange(length)[:, None] / 10000 ** (torch.arange(0, dim, 2) / dim)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)

class TiedEmbedding(nn.Module):
    def __init__(self, vocab, dim, max_len=64, pad_id=0):
        super().__init__()
        self.token = nn.Embedding(vocab, dim, padding_idx=pad_id)
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.token.weight
        self.register_buffer("positions", sinusoidal_positions(max_len, dim))

    def forward(self, ids):
        return {embedded}

    def logits(self, h):
        return self.head(h)
"""


def test_what_is_added_in_another_place_is_not_missing() -> None:
    """Positions that are added too early are not named as missing, nor as a scale that is missing."""
    source = TIED.format(
        embedded="(self.token(ids) + self.positions[: ids.shape[1]]) * self.token.weight.shape[1] ** 0.5"
    )
    found = faults(21, source)
    assert {each.misconception for each in found.values()} == {"emb-scale-includes-positions"}


def test_positions_that_are_missing_are_named() -> None:
    """The same entry stands where they are added nowhere."""
    found = faults(21, TIED.format(embedded="self.token(ids) * self.token.weight.shape[1] ** 0.5"))
    assert [each.misconception for each in found.values()] == ["emb-positions-missing"]
    steps = read(21, TIED.format(embedded="self.token(ids) * self.token.weight.shape[1] ** 0.5")).steps
    assert {step.standing for step in steps if step.name == "p"} == {Standing.DEVIATES}


BLOCK = """
class EncoderLayer(nn.Module):
    def __init__(self, dim, num_heads, hidden_dim, dropout=0.0):
        super().__init__()
        from course.blocks import FeedForward, MultiHeadAttention
        self.att = MultiHeadAttention(dim, num_heads, dropout)
        self.ffn = FeedForward(dim, hidden_dim, dropout)
        self.n1, self.n2 = nn.LayerNorm(dim), nn.LayerNorm(dim)

    def forward(self, x, source_blocked_mask=None):
        n = self.n1(x)
        h = x + self.att(n, n, n, source_blocked_mask)[0]
        return {last}
"""


@pytest.mark.usefixtures("blocks")
@pytest.mark.parametrize(
    ("last", "keys"),
    [
        ("h + self.ffn(self.n2(h))", set()),
        ("self.n2(h + self.ffn(h))", {"extra norm on y", "hidden: h for m"}),
        ("self.n2(h) + self.ffn(self.n2(h))", {"y: m for h"}),
        ("h + self.ffn(self.n1(h))", {"shared attn_norm ffn_norm"}),
    ],
)
def test_norms_in_other_places_are_told_with_the_step_that_is_not_taken(last: str, keys: set[str]) -> None:
    """Each placing of a norm has keys of its own; a step that is not there counts as deviating, not as unknown."""
    found = read(8, BLOCK.format(last=last))
    assert {each.key for each in found.deviations} == keys
    assert Standing.NOT_RECOGNISED not in {step.standing for step in found.steps}
    absent = {step.name for step in found.steps if not step.formula}
    assert absent == ({"m"} if "hidden: h for m" in keys else set())


def test_tokens_that_are_computed_one_by_one_are_one_step() -> None:
    """A loop that fills its result token by token is read like the formula for all tokens at once."""
    source = """
def manual_layer_norm(x, gamma, beta, eps):
    out = torch.empty_like(x)
    for b in range(x.shape[0]):
        for s in range(x.shape[1]):
            t = x[b, s]
            mu = t.sum() / t.numel()
            sd = ((t - mu).pow(2).sum() / (t.numel() - 1)).sqrt()
            out[b, s] = gamma * (t - mu) / (sd + eps) + beta
    return out
"""
    assert set(faults(1, source)) == {"normalise.over=D-1", "normalise.eps=outside"}


@pytest.mark.parametrize(
    ("key", "en", "zh"),
    [
        (
            "extra add of called",
            "A layer's result is added once more than is asked for.",
            "多加了一次 某一层的输出。",
        ),
        ("extra add of x", "x is added once more than is asked for.", "多加了一次 x。"),
        ("h3: x for h3", "x stands where h3 is asked for.", "应使用 h3 的地方用了 x。"),
        ("hidden: h for m", "hidden is computed from h instead of m.", "计算 hidden 时用的是 h，应使用 m。"),
    ],
)
def test_keys_are_told_in_the_words_of_the_reader(key: str, en: str, zh: str) -> None:
    """A step is told by its name, what has none by a noun of the language; a name keeps its letters."""
    assert words_of(key, "", "") == Text(en, zh)


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("F.silu(g) + (-u)", {"product.part=difference"}),
        ("F.silu(g + u)", {"extra add of linear", "hidden: without up"}),
    ],
)
def test_a_branch_that_is_taken_otherwise_earns_no_name(body: str, keys: set[str]) -> None:
    """A negated summand is a difference, and an up branch inside of the gate was not left out."""
    found = faults(17, SWIGLU.format(gelu=EXACT, product=body))
    assert keys & set(found)
    assert not any(each.misconception for each in found.values())


def test_x_beside_phi_is_one_fault() -> None:
    """x + Phi(x) is told as a sum in the place of a product, under no name of a residual."""
    found = faults(17, SWIGLU.format(gelu="x + 0.5 * (1 + torch.erf(x / math.sqrt(2)))", product=GATED))
    assert [(key, each.misconception) for key, each in found.items()] == [
        ("activation.kind=x plus normal cdf", "")
    ]


def test_a_bias_that_is_multiplied_was_not_forgotten() -> None:
    """No name says that a bias is missing which is there as a factor."""
    found = faults(3, FFN.format(first="dropout", hidden="torch.relu(x @ self.w1.T * self.b1)"))
    assert not any(each.misconception for each in found.values())
