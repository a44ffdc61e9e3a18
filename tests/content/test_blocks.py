"""The given blocks compute what PyTorch's modules compute, and follow the contract where those differ."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from grader.catalog.blocks import read_blocks, sources_of
from grader.catalog.exercises import load_ladder

B, S, T, D, H, HIDDEN = 2, 5, 4, 12, 3, 20


@pytest.fixture(autouse=True)
def _double_precision() -> Iterator[None]:
    """Draw the same numbers in every run, in float64."""
    torch.manual_seed(20)
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.fixture
def blocks(root: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Import every block as `course.blocks`, as a submission would."""
    course, package = ModuleType("course"), ModuleType("course.blocks")
    monkeypatch.setitem(sys.modules, "course", course)
    monkeypatch.setitem(sys.modules, "course.blocks", package)
    found, problems = read_blocks(root)
    assert not problems
    for name, source in sources_of(found, tuple(found)).items():
        space: dict[str, Any] = {"__name__": "course.blocks"}
        exec(compile(source, f"course/blocks/{name}.py", "exec"), space)
        setattr(package, name, space[name])
    return package


def assert_equal(actual: Tensor, expected: Tensor) -> None:
    """Fail unless the two agree to 1e-12."""
    torch.testing.assert_close(actual, expected, rtol=0.0, atol=1e-12)


def randomised(module: Any) -> Any:
    """Give every one-dimensional parameter random values: fresh norms and zero biases would hide faults."""
    for name, parameter in module.named_parameters():
        if parameter.dim() == 1:
            nn.init.normal_(parameter, mean=float("norm" in name and name.endswith("weight")), std=0.5)
    return module


def key_padding() -> Tensor:
    """[B, S] bool, True = padding: two pads on the right, one in the middle."""
    is_pad = torch.zeros(B, S, dtype=torch.bool)
    is_pad[0, 3:] = True
    is_pad[1, 2] = True
    return is_pad


def copy_attention(source: Any, target: nn.MultiheadAttention) -> None:
    """Give PyTorch's module the weights of the block."""
    parts = (source.q_proj, source.k_proj, source.v_proj)
    target.load_state_dict(
        {
            "in_proj_weight": torch.cat([part.weight for part in parts]),
            "in_proj_bias": torch.cat([part.bias for part in parts]),
            "out_proj.weight": source.out_proj.weight,
            "out_proj.bias": source.out_proj.bias,
        }
    )


def torch_layer(layer: Any, *, norm_first: bool) -> nn.TransformerEncoderLayer:
    """Return PyTorch's encoder layer with the weights of the block."""
    twin = nn.TransformerEncoderLayer(D, H, HIDDEN, dropout=0.0, batch_first=True, norm_first=norm_first)
    copy_attention(layer.self_attn, twin.self_attn)
    for ours, theirs in (
        (layer.ffn.net[0], twin.linear1),
        (layer.ffn.net[3], twin.linear2),
        (layer.attn_norm, twin.norm1),
        (layer.ffn_norm, twin.norm2),
    ):
        theirs.load_state_dict(ours.state_dict())
    return twin


def test_attention_equals_torch(blocks: Any) -> None:
    """MultiHeadAttention's output and weights are nn.MultiheadAttention's, with padding and without."""
    ours = randomised(blocks.MultiHeadAttention(D, H))
    theirs = nn.MultiheadAttention(D, H, batch_first=True)
    copy_attention(ours, theirs)
    query, key, value = torch.randn(B, T, D), torch.randn(B, S, D), torch.randn(B, S, D)
    for is_pad in (None, key_padding()):
        blocked = None if is_pad is None else is_pad[:, None, None, :]
        output, weights = ours(query, key, value, blocked)
        expected = theirs(query, key, value, key_padding_mask=is_pad, average_attn_weights=False)
        assert_equal(output, expected[0])
        assert_equal(weights, expected[1])


def test_fully_blocked_query_attends_to_nothing(blocks: Any) -> None:
    """A query whose keys are all blocked gets weights 0 and output 0, with finite gradients."""
    attention = randomised(blocks.MultiHeadAttention(D, H))
    x = torch.randn(B, S, D, requires_grad=True)
    blocked = torch.zeros(B, 1, 1, S, dtype=torch.bool)
    blocked[1] = True
    output, weights = attention(x, x, x, blocked)
    assert weights[1].eq(0.0).all()
    assert_equal(output[1], attention.out_proj.bias.expand(S, D))
    output.pow(2).sum().backward()
    assert x.grad is not None
    assert x.grad.isfinite().all()


def test_blocked_keys_stay_blocked_at_large_scores(blocks: Any) -> None:
    """A blocked key gets weight exactly 0, however large its score is."""
    attention = blocks.MultiHeadAttention(D, H)
    x = 300.0 * torch.randn(B, S, D)
    blocked = key_padding()[:, None, None, :]
    weights = attention(x, x, x, blocked)[1]
    assert weights.masked_select(blocked).eq(0.0).all()
    assert_equal(weights.sum(dim=-1), torch.ones(B, H, S))


def test_returned_weights_are_those_before_dropout(blocks: Any) -> None:
    """Dropout acts on the weights that gather the values, not on the weights that are returned."""
    attention = blocks.MultiHeadAttention(D, H, dropout=0.5)
    x = torch.randn(B, S, D)
    trained_output, trained_weights = attention(x, x, x)
    output, weights = attention.eval()(x, x, x)
    assert_equal(trained_weights, weights)
    assert not torch.allclose(trained_output, output)


def test_heads_must_divide_the_width(blocks: Any) -> None:
    """A width that the number of heads does not divide is refused with ValueError."""
    with pytest.raises(ValueError, match="num_heads=4"):
        blocks.MultiHeadAttention(10, 4)


def test_feed_forward_equals_its_formula(blocks: Any) -> None:
    """FeedForward is Linear, ReLU, Linear, and net[0] and net[3] are the two linear layers."""
    ffn = blocks.FeedForward(D, HIDDEN)
    x = torch.randn(B, S, D)
    first, second = ffn.net[0], ffn.net[3]
    hidden = F.relu(F.linear(x, first.weight, first.bias))
    assert_equal(ffn(x), F.linear(hidden, second.weight, second.bias))
    assert sum(parameter.numel() for parameter in ffn.parameters()) == 2 * D * HIDDEN + HIDDEN + D


def test_feed_forward_drops_inner_units_and_outputs(blocks: Any) -> None:
    """FeedForward has both dropouts: an inner unit is dropped for all outputs, an output for itself."""
    ffn = blocks.FeedForward(D, 1, dropout=0.5)
    with torch.no_grad():
        for linear, weight, bias in ((ffn.net[0], 0.0, 1.0), (ffn.net[3], 1.0, 0.0)):
            linear.weight.fill_(weight)
            linear.bias.fill_(bias)
    tokens = ffn(torch.randn(400, D))
    assert set(tokens.unique().tolist()) == {0.0, 4.0}
    assert 120 < tokens.eq(0.0).all(dim=1).sum() < 280
    assert ffn.eval()(torch.randn(7, D)).eq(1.0).all()


def test_encoder_layers_equal_torch(blocks: Any) -> None:
    """EncoderLayer and PostLNEncoderLayer are nn.TransformerEncoderLayer with and without norm_first."""
    x, is_pad = torch.randn(B, S, D), key_padding()
    for name, norm_first in (("EncoderLayer", True), ("PostLNEncoderLayer", False)):
        layer = randomised(getattr(blocks, name)(D, H, HIDDEN))
        twin = torch_layer(layer, norm_first=norm_first)
        assert_equal(layer(x), twin(x))
        masked = twin(x, src_key_padding_mask=is_pad)
        assert_equal(layer(x, is_pad[:, None, None, :]), masked)


def test_encoder_equals_torch(blocks: Any) -> None:
    """Encoder is nn.TransformerEncoder with a final norm, made by one call of the factory for each layer."""
    made: list[Any] = []

    def factory() -> Any:
        made.append(randomised(blocks.EncoderLayer(D, H, HIDDEN)))
        return made[-1]

    encoder = randomised(blocks.Encoder(factory, 3, D))
    twin = nn.TransformerEncoder(
        torch_layer(made[0], norm_first=True), 3, nn.LayerNorm(D), enable_nested_tensor=False
    )
    twin.layers = nn.ModuleList(torch_layer(layer, norm_first=True) for layer in encoder.layers)
    assert twin.norm is not None
    twin.norm.load_state_dict(encoder.final_norm.state_dict())
    x, is_pad = torch.randn(B, S, D), key_padding()
    expected = twin(x, src_key_padding_mask=is_pad)
    assert made == list(encoder.layers)
    assert_equal(encoder(x, is_pad[:, None, None, :]), expected)
    assert_equal(blocks.Encoder(factory, 0, D)(x), F.layer_norm(x, (D,)))


def test_padding_blocked_mask_marks_padded_keys(blocks: Any) -> None:
    """padding_blocked_mask is a bool [B, 1, 1, S], True where the id is pad_id, wherever that stands."""
    ids = torch.tensor([[7, 0, 3], [1, 7, 7]])
    mask = blocks.padding_blocked_mask(ids, 7)
    assert mask.tolist() == [[[[True, False, False]]], [[[False, True, True]]]]
    assert mask.dtype is torch.bool
    assert blocks.padding_blocked_mask(ids.to("meta"), 7).device.type == "meta"


def test_masked_mean_pool_averages_real_positions(blocks: Any) -> None:
    """masked_mean_pool is the mean of the selected rows: NaN in padding stays out, and no rows give zeros."""
    x, is_pad = torch.randn(B + 1, S, D), torch.cat([key_padding(), torch.ones(1, S, dtype=torch.bool)])
    x[is_pad] = float("nan")
    x.requires_grad_()
    pooled = blocks.masked_mean_pool(x, is_pad)
    for sample in range(B):
        assert_equal(pooled[sample], x[sample, ~is_pad[sample]].mean(dim=0))
    assert pooled[B].eq(0.0).all()
    (gradient,) = torch.autograd.grad(pooled.sum(), x)
    assert gradient[is_pad].eq(0.0).all()


def test_sinusoidal_positions_equal_their_formula(blocks: Any) -> None:
    """sinusoidal_positions interleaves sines and cosines of pos / 10000^(2i/dim), from position 0."""
    table = blocks.sinusoidal_positions(9, D)
    for position in range(9):
        for i in range(D // 2):
            angle = position / 10000 ** (2 * i / D)
            expected = torch.tensor([math.sin(angle), math.cos(angle)])
            assert_equal(table[position, 2 * i : 2 * i + 2], expected)


def test_tied_embedding_shares_one_matrix(blocks: Any) -> None:
    """TiedEmbedding has one parameter for both ends, scales tokens alone, and keeps positions as a buffer."""
    embedding = blocks.TiedEmbedding(11, D, max_len=8)
    weight = embedding.token.weight
    assert embedding.head.weight is weight
    assert [parameter is weight for parameter in embedding.parameters()] == [True]
    assert weight[0].eq(0.0).all()
    ids = torch.tensor([[3, 1, 0], [10, 3, 2]])
    expected = F.embedding(ids, weight) * math.sqrt(D) + blocks.sinusoidal_positions(3, D)
    assert_equal(embedding(ids), expected)
    h = torch.randn(B, S, D)
    assert_equal(embedding.logits(h), h @ weight.T)
    assert embedding.float().positions.dtype is torch.float32


def test_blocks_are_given(root: Path) -> None:
    """Every block is given by some exercise, and no exercise gives a block without those that it imports."""
    found, _ = read_blocks(root)
    ladder = load_ladder(root)
    assert set(found) == {name for exercise in ladder for name in exercise.given}
    for exercise in ladder:
        for name in exercise.given:
            assert set(found[name].imports) <= set(exercise.given)
