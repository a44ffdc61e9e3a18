"""The operations of a program are told from its beginning, for so long as looking costs little."""

from __future__ import annotations

import signal
import time

import pytest
import torch
from torch import nn

from grader.worker.dispatched import operations_of

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such clock here")


def compute_for(seconds: float) -> None:
    """Multiply large matrices for so much processor time."""
    end, big = time.process_time() + seconds, torch.ones(600, 600)
    while time.process_time() < end:
        big = big @ big.clamp(max=1e-3)


def test_an_operation_is_seen_above_what_it_is_made_of() -> None:
    """A layer norm is told as itself, not only as what it falls into."""
    assert "aten::layer_norm" in operations_of(lambda: nn.functional.layer_norm(torch.ones(3), (3,)))


def test_nothing_is_recorded_after_the_time() -> None:
    """What ran before it is told, what begins afterwards is not; the clock and its handler are as before."""
    before = signal.getsignal(signal.SIGVTALRM)

    def run() -> None:
        torch.ones(3).sin()
        compute_for(0.3)
        torch.ones(3).cos()

    found = operations_of(run, seconds=0.1)
    assert "aten::sin" in found
    assert "aten::cos" not in found
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
