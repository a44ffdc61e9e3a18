"""An implementation of ours is described, weighed and observed once."""

from __future__ import annotations

import torch

from grader.domain.case import Build, Call, Case, Probe, Train
from grader.domain.text import Text
from grader.judge.known import Candidate
from tests.judge.small import BANK, SEED, SIZES, Bend, space

CASES = BANK.cases(SEED)


def test_roles_are_paths_and_shapes() -> None:
    """The roles of a build are the parameters of its module, a shared tensor once; none where it cannot be built."""

    class Shared(Bend):
        def __init__(self, dim: int, hidden: int) -> None:
            super().__init__(dim, hidden)
            self.again = self.up

    build = CASES[0].builds[0]
    wanted = {"up.weight": (5, 3), "up.bias": (5,), "down.weight": (3, 5), "down.bias": (3,)}
    assert Candidate((), space(Bend)).roles(build) == Candidate((), space(Shared)).roles(build) == wanted
    assert Candidate((), {}).roles(build) == {}


def test_equal_roles_have_equal_weights() -> None:
    """Weights depend on the build's rule and the roles, not on who asks."""
    build = CASES[1].builds[0]
    one, other = (Candidate(ids, space(Bend)).weights(build)[0] for ids in ((), ("x",)))
    assert all(torch.equal(one[role], other[role]) for role in one)


def test_a_case_is_observed_once() -> None:
    """A second observation of the same case does not run it again."""
    calls = []

    class Counting(Bend):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            calls.append(1)
            return super().forward(x)

    candidate = Candidate((), space(Counting))
    assert candidate.observe(CASES[0]) is candidate.observe(CASES[0])
    assert len(calls) == 1


def test_nobody_waits_for_a_training() -> None:
    """A slow case shows nothing of an implementation of ours."""
    slow = Case("c", (Build("Bend", SIZES), Train("t", (), torch.zeros(1), 1, 0.1)))
    assert Candidate((), space(Bend)).observe(slow) == {}


def test_props_and_words_come_along() -> None:
    """A candidate is called with the props of its exercise, and says what its namespace says of it."""
    words = Text("more", "更多")
    candidate = Candidate(("x",), {"f": lambda g: g(2), "DETAIL": words}, {"G": lambda: lambda x: x + 1})
    seen = candidate.observe(Case("c", (Call("call", (Probe("G"),), target="f"),)))
    assert (seen["call.out"], candidate.detail) == (3, words)
