"""A module under test beside its reference: what goes in, what comes out, which assignments are proposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from grader.catalog.course_file import load_vocabulary
from grader.domain.case import Build
from grader.judge.alignment import parameters
from grader.observer.observe import describe, push_weights
from grader.protocol.description import Description
from grader.weights.arrangement import Parameter
from grader.weights.assignment import Assignment
from grader.weights.names import Names
from grader.weights.propose import propose
from tests.conftest import ROOT
from tests.weights.layouts import reference

HEADS = 3
NAMES = Names(load_vocabulary(ROOT))
"""The words that the course itself brings along."""


@dataclass(frozen=True)
class Size:
    """Model and hidden width: a search on one, a confirmation on the other."""

    dim: int
    hidden: int
    seed: int


SEARCHED = Size(12, 20, 1)
CONFIRMED = Size(18, 10, 2)


@dataclass(frozen=True)
class Pair:
    """A module under test and the reference that it is held against."""

    reference: type[nn.Module]
    module: type[nn.Module]

    @property
    def heads(self) -> int | None:
        """H where the exercise has heads."""
        return HEADS if "num_heads" in self.reference.__init__.__annotations__ else None

    def arguments(self, size: Size) -> dict[str, int]:
        """What both constructors are called with."""
        known = {"dim": size.dim, "num_heads": HEADS, "hidden_dim": size.hidden, "vocab": size.hidden}
        return {name: known[name] for name in self.reference.__init__.__annotations__ if name in known}

    def parameters(self, size: Size = SEARCHED) -> tuple[Parameter, ...]:
        """The module as the worker describes it."""
        answer = describe({"M": self.module}, Build("M", self.arguments(size)))
        assert isinstance(answer, Description)
        return parameters(answer)

    def roles(self, size: Size = SEARCHED) -> dict[str, tuple[int, ...]]:
        """Role -> shape."""
        return {p: tuple(t.shape) for p, t in self.reference(**self.arguments(size)).named_parameters()}

    def weights(self, size: Size) -> dict[str, Tensor]:
        """Random role tensors in which no two entries are equal."""
        g = torch.Generator().manual_seed(size.seed)
        return {r: torch.randn(s, generator=g, dtype=torch.float64) / 2 for r, s in self.roles(size).items()}

    def inputs(self, size: Size) -> tuple[Tensor, ...]:
        """Arguments of one call: with a mask where there are heads, with keys of another length if it can."""
        g = torch.Generator().manual_seed(size.seed)
        x, y, z = (torch.randn(2, n, size.dim, generator=g, dtype=torch.float64) for n in (5, 7, 7))
        if self.reference is reference.MultiHeadAttention:
            return x, y, z, (torch.arange(7) > torch.tensor([[6], [3]]))[:, None, None]
        return (x, (torch.arange(5) > torch.tensor([[4], [3]]))[:, None, None]) if self.heads else (x,)

    def result(self, cls: type[nn.Module], state: Mapping[str, Tensor], size: Size) -> Tensor | None:
        """What the class returns with these weights; None if it raises."""
        module = cls(**self.arguments(size)).double()
        push_weights(module, state)
        with torch.no_grad():
            try:
                out = module(*self.inputs(size))
            except (RuntimeError, IndexError):
                return None
        return out[0] if isinstance(out, tuple) else out

    def fits(self, assignment: Assignment, size: Size) -> bool:
        """Whether module and reference agree to 1e-9 under the assignment."""
        weights = self.weights(size)
        mine = self.result(self.module, assignment.state(weights), size)
        wanted = self.result(self.reference, weights, size)
        if mine is None or wanted is None or mine.shape != wanted.shape:
            return False
        return bool((mine - wanted).abs().max() < 1e-9)

    def proposals(self) -> Iterator[Assignment]:
        """What is proposed for the searched size."""
        return propose(self.roles(), self.parameters(), self.heads, NAMES)
