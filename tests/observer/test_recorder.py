"""A recorded value is what the program computed, and nothing that was left in memory by chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn

from grader.domain.case import Build, Call
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
