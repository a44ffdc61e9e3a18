"""Whatever an implementation computes, its trace crosses the pipe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from grader.domain.case import Call
from grader.observer.graph import trace
from grader.protocol.codec import FRAME_LIMIT_BYTES, decode, encode


def _large_tables(x: Tensor) -> Tensor:
    table = torch.zeros(256, 256, dtype=torch.float64)
    for _ in range(200):
        table = table + 1
    return x * 2


def _many_axes(x: Tensor) -> Tensor:
    return x.reshape([1] * 17 + [-1]) * 2


@pytest.mark.parametrize("function", [_large_tables, _many_axes])
def test_a_trace_is_one_frame(function: Callable[[Tensor], Tensor]) -> None:
    """Large or odd tensors on the way are left out, so that the reply is never one that voids the submission."""
    steps = trace({"f": function}, (Call("call", (torch.ones(4),), target="f"),))
    frame = encode({"number": 1, "steps": tuple(steps)})
    assert len(frame) < FRAME_LIMIT_BYTES
    place = 0

    def read(size: int) -> bytes:
        nonlocal place
        place += size
        return frame[place - size : place]

    assert isinstance(decode(read), dict)
