"""A rehearsal in the server: what torch does at the first time only, its children find done.

A child shares the server's memory until one of the two writes to it, and the first runs of a function
write to its code. Rehearsed, a child of ten small cases takes a fifth less CPU. A child that is forked ahead of its
submission rehearses once more, so that the pages that it will write to are its own by then.
"""

from __future__ import annotations

import sys

import torch

from grader.domain.case import Build, Call, Step
from grader.domain.exercise import Entry
from grader.domain.submission import SourceKind
from grader.protocol.messages import Describe, Load, Observe, Record
from grader.worker.child import Worker
from grader.worker.dispatched import operations_of

ROUNDS = 12
SOURCE = b"""
import torch
from torch import nn


class Rehearsed(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.map = nn.Linear(dim, dim)

    def forward(self, x, blocked=None):
        scores = x @ self.map(x).transpose(-2, -1) / dim_root(x)
        if blocked is not None:
            scores = scores.masked_fill(blocked, float("-inf"))
        return self.norm(x + scores.softmax(dim=-1) @ x)


def dim_root(x):
    return x.shape[-1] ** 0.5
"""


class _Unheard(Worker):
    """A worker whose replies nobody reads."""

    def __init__(self) -> None:
        super().__init__(-1)

    def write(self, frame: bytes) -> None:
        """Drop the frame."""


def rehearse(rounds: int = ROUNDS) -> None:
    """Serve a small submission of our own, in this process, with nobody listening."""
    worker = _Unheard()
    worker.answer(0, _load())
    for number in range(rounds):
        worker.answer(number, Describe((Build("Rehearsed", {"dim": 4}),)))
        worker.answer(number, Observe((_program("float64"), _program("float32")), (False, False)))
    operations_of(lambda: worker.answer(rounds, Record((_program("float64"),))))
    for name in ("submission", "course", "course.blocks"):
        sys.modules.pop(name, None)


def _load() -> Load:
    entry = Entry("Rehearsed", "class", ("dim",), ("x", "blocked"))
    forbidden = ("torch.nn.TransformerEncoder",)  # a class: functions would be replaced for good
    return Load(SourceKind.PYTHON, "rehearsal.py", SOURCE, {}, {}, (entry,), forbidden)


def _program(dtype: str) -> tuple[Step, ...]:
    tokens = torch.linspace(-1, 1, 24, dtype=getattr(torch, dtype)).reshape(2, 3, 4)  # [B, S, D]
    weight = torch.ones(4, 4, dtype=tokens.dtype)
    blocked = torch.zeros(2, 1, 3, dtype=torch.bool)
    build = Build(
        "Rehearsed", {"dim": 4}, dtype, state={"map.weight": weight}, direction={"map.weight": weight}
    )
    call = Call("call", (), {"x": tokens, "blocked": blocked}, on="module", grad=("x",))
    again = Call("again", (), {"x": tokens}, on="module", train=True)
    return build, call, again
