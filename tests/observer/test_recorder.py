"""A recorded value is what the program computed, and nothing that was left in memory by chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

from grader.domain.case import Build, Call
from grader.domain.graph import Leaf
from grader.observer.graphs import record


@pytest.fixture
def leftovers() -> Iterator[None]:
    """Memory that is not filled holds NaN."""
    torch.use_deterministic_algorithms(True)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(False)


class Dropped(nn.Module):
    """A dropout beside tensors that are made unfilled, then filled."""

    def forward(self, x: Tensor) -> Tensor:
        made = torch.empty(3, dtype=x.dtype)
        more = x.new_empty(3)
        made.fill_(1.0)
        more.fill_(2.0)
        out: Tensor = nn.functional.dropout(x * made * more, 0.5, training=True)
        return out


@pytest.mark.usefixtures("leftovers")
def test_what_was_left_in_memory_is_not_recorded() -> None:
    """No value of the graph is NaN, whatever an unfilled tensor holds: the same program has the same graph."""
    assert torch.empty(3).isnan().all()
    call = Call("call", (torch.ones(2, 3),), on="module")
    graph = record({"M": Dropped}, (Build("M", {}), call))
    assert sum("empty" in node.op for node in graph.nodes) >= 2
    assert not any(node.value is not None and bool(node.value.isnan().any()) for node in graph.nodes)


def _halves(x: Tensor) -> list[float]:
    return [float(each) / 2 for each in x]


def test_a_list_of_numbers_is_one_value_that_was_returned() -> None:
    """Python numbers are what a call returned, whatever way they came."""
    graph = record({"halves": _halves}, (Call("call", (torch.tensor([1.0, 3.0]),), target="halves"),))
    ((label, end),) = graph.outputs
    assert (label, graph.nodes[end].op) == ("", Leaf.NUMBERS)
    assert graph.nodes[end].value.tolist() == [0.5, 1.5]


@pytest.mark.parametrize("out", [[1, 2.0], [True], [], ["a"], [1.0] * 65, [10**400], {"a": 1.0}])
def test_what_is_no_list_of_floats_is_not_recorded_as_one(out: object) -> None:
    """Booleans, whole numbers, texts and endless lists stay what they were: nothing that was returned."""
    graph = record({"same": lambda: out}, (Call("call", (), target="same"),))
    assert graph.outputs == ()


def test_the_last_call_is_recorded() -> None:
    """What an earlier call left behind shows in the operations of a later one."""
    kept: list[Tensor] = []

    def summed(x: Tensor) -> Tensor:
        kept.append(x)
        return torch.stack(kept).sum(0)

    calls = (Call(name, (torch.ones(2),), target="summed") for name in ("first", "second"))
    graph = record({"summed": summed}, tuple(calls))
    assert graph.nodes[graph.outputs[0][1]].value.tolist() == [2.0, 2.0]
