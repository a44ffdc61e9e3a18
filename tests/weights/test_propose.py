"""Right modules are matched with the reference however their weights lie; wrong ones never are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import islice
from statistics import median
from types import ModuleType

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from grader.weights.arrangement import Parameter
from grader.weights.assignment import Assignment
from grader.weights.propose import LIMIT, propose
from tests.weights.layouts import (
    attention_by_head,
    attention_linear,
    attention_raw,
    attention_wrong,
    encoder_layer,
    feed_forward,
    reference,
)
from tests.weights.layouts.pair import CONFIRMED, HEADS, NAMES, SEARCHED, Pair, Size


def classes(source: ModuleType, *, wrong: bool) -> list[type[nn.Module]]:
    """The public modules of a file, right or wrong ones."""
    public = [c for n, c in vars(source).items() if isinstance(c, type) and not n.startswith("_")]
    own = [c for c in public if c.__module__ == source.__name__]
    return [c for c in own if c.__name__.startswith("Wrong") is wrong]


def pairs(*, wrong: bool) -> list[Pair]:
    """Every module of the layouts folder with its reference."""
    attentions = (attention_linear, attention_raw, attention_by_head, attention_wrong)
    found = [Pair(reference.MultiHeadAttention, c) for m in attentions for c in classes(m, wrong=wrong)]
    for c in classes(feed_forward, wrong=wrong):
        gated = "Swi" in c.__name__
        found.append(Pair(reference.SwiGLUFeedForward if gated else reference.FeedForward, c))
    return found + [Pair(reference.EncoderLayer, c) for c in classes(encoder_layer, wrong=wrong)]


def name(pair: Pair) -> str:
    """A readable test id."""
    return f"{pair.reference.__name__}-{pair.module.__name__}"


RIGHT, WRONG = pairs(wrong=False), pairs(wrong=True)


@cache
def search(pair: Pair) -> tuple[int, Assignment | None]:
    """The number of assignments tried, and the one that fits."""
    tries = 0
    for tries, assignment in enumerate(pair.proposals(), start=1):
        if pair.fits(assignment, SEARCHED):
            return tries, assignment
    return tries, None


@pytest.mark.parametrize("pair", RIGHT, ids=name)
def test_a_right_module_is_found_and_stays_found_at_other_sizes(pair: Pair) -> None:
    """A right implementation is matched within a few tries by an assignment that holds for other widths."""
    tries, assignment = search(pair)
    assert assignment is not None, f"none of {tries} assignments fits"
    assert tries <= 50
    assert pair.fits(assignment, CONFIRMED)
    assert set(assignment.recipes) == {p.same_as for p in pair.parameters()}


def test_most_modules_are_found_at_the_first_try() -> None:
    """Names, order and the usual layouts come first: the median right module needs one try."""
    assert len(RIGHT) >= 25
    assert median(search(pair)[0] for pair in RIGHT) == 1


@pytest.mark.parametrize("pair", WRONG, ids=name)
def test_a_wrong_module_fits_under_no_assignment(pair: Pair) -> None:
    """No proposed arrangement of the reference's weights makes a wrong formula look right."""
    tries, assignment = search(pair)
    assert assignment is None
    assert tries < LIMIT


@pytest.mark.parametrize(
    "module",
    [
        attention_wrong.WrongSharedProjection,
        attention_wrong.WrongWithoutBiases,
        attention_wrong.WrongExtraParameters,
    ],
)
def test_entries_are_neither_invented_nor_dropped(module: type[nn.Module]) -> None:
    """A module with fewer or more numbers than the reference gets no proposal at all."""
    assert list(Pair(reference.MultiHeadAttention, module).proposals()) == []


def test_names_of_the_contract_bind() -> None:
    """A module that bears all names of the contract gets one proposal, so that swapped norms are seen."""
    pair = Pair(reference.EncoderLayer, encoder_layer.WrongNormsSwapped)
    assert [a.by_name for a in pair.proposals()] == [True]


def test_a_part_with_a_name_of_the_contract_keeps_its_parameters() -> None:
    """Below a sub-module named by the contract only the roles of that sub-module are looked for."""
    pair = Pair(reference.EncoderLayer, encoder_layer.OtherInsideContractNames)
    weights = {role: torch.full(shape, float(i)) for i, (role, shape) in enumerate(pair.roles().items())}
    below = {
        prefix: {float(i) for i, role in enumerate(weights) if role.startswith(prefix)}
        for prefix in ("self_attn", "ffn.", "attn_norm", "ffn_norm")
    }
    for assignment in pair.proposals():
        for path, tensor in assignment.state(weights).items():
            prefix = next(p for p in below if path.startswith(p))
            assert set(tensor.flatten().tolist()) <= below[prefix]


def test_a_tied_weight_is_filled_once() -> None:
    """Two names of one tensor are one parameter, and either name may be the contract's."""

    class Tied(nn.Module):
        def __init__(self, vocab: int, dim: int) -> None:
            super().__init__()
            self.head = nn.Linear(dim, vocab, bias=False)
            self.token = nn.Embedding(vocab, dim)
            self.token.weight = self.head.weight

    class TiedOtherwise(nn.Module):
        def __init__(self, vocab: int, dim: int) -> None:
            super().__init__()
            self.words = nn.Embedding(vocab, dim)
            self.to_logits = nn.Linear(dim, vocab, bias=False)
            self.to_logits.weight = self.words.weight

    assert [list(a.recipes) for a in Pair(reference.TiedEmbedding, Tied).proposals()] == [["head.weight"]]
    otherwise = list(Pair(reference.TiedEmbedding, TiedOtherwise).proposals())
    assert [list(a.recipes) for a in otherwise] == [["words.weight"]]


def test_a_fused_role_fills_separate_projections() -> None:
    """A reference that keeps its projections fused, as torch does, is taken apart."""

    class Torch(nn.Module):
        def __init__(self, dim: int, num_heads: int) -> None:
            super().__init__()
            self.self_attn = nn.MultiheadAttention(dim, num_heads, batch_first=True)

        def forward(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
            out: Tensor = self.self_attn(q, k, v)[0]
            return out

    Torch.__init__.__annotations__.update(dim="int", num_heads="int")
    pair = Pair(Torch, attention_linear.UsualNames)
    first = next(pair.proposals())
    weights = pair.weights(SEARCHED)
    state = first.state(weights)
    fused = torch.cat([state[f"W_{n}.weight"] for n in "qkv"])
    assert torch.equal(fused, weights["self_attn.in_proj_weight"])
    assert torch.equal(state["W_o.bias"], weights["self_attn.out_proj.bias"])


def parameters_of(shapes: list[tuple[int, ...]]) -> list[Parameter]:
    """Raw parameters of these shapes on one module."""
    return [Parameter(f"p{i}", shape, "", "Module", f"p{i}") for i, shape in enumerate(shapes)]


@pytest.mark.parametrize(
    "shapes",
    [
        [],
        [(600,)],
        [(2, 3, 100)],
        [(1,)] * 624,
        [(7, 13), (13, 41)],
        [(12, 12)] * 4 + [(24,)] * 2 + [()] * 0,
        [(12, 12)] * 4 + [(12,)] * 4 + [(0, 5)],
    ],
    ids=["nothing", "one vector", "a block", "scalars", "odd matrices", "wrong vectors", "an empty one"],
)
def test_shapes_that_cannot_fit_yield_nothing(shapes: list[tuple[int, ...]]) -> None:
    """Parameters that no layout explains get no proposal."""
    roles = Pair(reference.MultiHeadAttention, reference.MultiHeadAttention).roles()
    assert list(propose(roles, parameters_of(shapes), HEADS, NAMES)) == []


shape_lists = st.lists(
    st.lists(st.sampled_from([1, 3, 4, 12, 36]), max_size=4).map(tuple).filter(lambda s: math.prod(s) <= 624),
    max_size=20,
)


@settings(max_examples=60, deadline=None)
@given(shapes=shape_lists)
def test_whatever_is_proposed_has_the_right_shapes(shapes: list[tuple[int, ...]]) -> None:
    """A proposal fills every parameter with a tensor of its shape and uses every entry once."""
    left = 624 - sum(math.prod(s) for s in shapes)
    found = parameters_of(shapes + ([(left,)] if left > 0 else []))
    pair = Pair(reference.MultiHeadAttention, reference.MultiHeadAttention)
    check_entries(pair, found, propose(pair.roles(), found, HEADS, NAMES), SEARCHED)


@settings(max_examples=40, deadline=None)
@given(
    pair=st.sampled_from(RIGHT), dim=st.integers(1, 6), hidden=st.integers(1, 9), number=st.integers(0, 30)
)
def test_recipes_keep_every_entry_at_every_size(pair: Pair, dim: int, hidden: int, number: int) -> None:
    """A recipe only rearranges: at any width the module's entries are the reference's entries, each once."""
    size = Size(dim * HEADS, hidden, seed=3)
    chosen = islice(pair.proposals(), number, number + 3)
    right = search(pair)[1]
    check_entries(pair, pair.parameters(size), iter([right] if right else []), size)
    check_entries(pair, None, chosen, SEARCHED)


def check_entries(
    pair: Pair,
    found: list[Parameter] | tuple[Parameter, ...] | None,
    proposals: Iterator[Assignment],
    size: Size,
) -> None:
    """Compare shapes with the parameters and entries with the reference's, which are numbered."""
    parameters = found if found is not None else pair.parameters(size)
    start, weights = 0, {}
    for role, shape in pair.roles(size).items():
        weights[role] = torch.arange(start, start + math.prod(shape)).reshape(shape)
        start += math.prod(shape)
    for assignment in proposals:
        state = assignment.state(weights)
        assert {p: tuple(t.shape) for p, t in state.items()} == {
            p.path: p.shape for p in parameters if p.path == p.same_as
        }
        assert sorted(torch.cat([t.flatten() for t in state.values()]).tolist()) == list(range(start))
