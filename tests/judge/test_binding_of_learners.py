"""Programs are made once for all submissions that are asked the same, and ready before one like the last comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import nn

from grader.catalog.exercises import load_exercise
from grader.domain.case import Call, Observation, Step
from grader.domain.verdict import Verdict
from grader.grading.load_judge import load_reference_judge
from grader.judge.binding import MOST_KEPT, Prepared
from grader.judge.grade import ReferenceJudge
from grader.judge.session import OwnSession
from grader.protocol.messages import Programs
from tests.conftest import ROOT

STEPS = ((Call("call", (torch.ones(2),), target="f"),),)


class Listening(OwnSession):
    """Notes what it is asked to observe."""

    def __init__(self, entry: type[nn.Module]) -> None:
        super().__init__({"FeedForward": entry})
        self.asked: list[Programs] = []

    def observe(
        self, programs: Sequence[Sequence[Step]] | Programs, meanwhile: Callable[[], None] | None = None
    ) -> list[Observation]:
        """Observe as usual."""
        assert isinstance(programs, Programs)
        self.asked.append(programs)
        return super().observe(programs, meanwhile)


def _feed_forward(first: str, second: str) -> type[nn.Module]:
    class FeedForward(nn.Module):
        def __init__(self, dim: int, hidden_dim: int, dropout: float = 0.0) -> None:
            super().__init__()
            self.add_module(first, nn.Linear(dim, hidden_dim))
            self.add_module(second, nn.Linear(hidden_dim, dim))
            self.drop = nn.Dropout(dropout)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            inner = self.drop(self.get_submodule(first)(x).relu())
            found: torch.Tensor = self.drop(self.get_submodule(second)(inner))
            return found

    return FeedForward


def _judge(seed: int) -> ReferenceJudge:
    exercise = load_exercise(ROOT, 3)
    return load_reference_judge(ROOT, exercise, seed)


def test_what_is_known_is_not_made_again() -> None:
    """One key, one object; of many only the latest are kept."""
    prepared = Prepared()
    first = prepared.programs("a", lambda: STEPS)
    assert prepared.programs("a", lambda: ()) is first
    for number in range(MOST_KEPT):
        prepared.programs(number, lambda: STEPS)
    assert prepared.programs("a", lambda: STEPS) is not first


def test_who_names_alike_is_asked_alike() -> None:
    """Two learners with the same names get the same programs, one with other names gets others, and all three are
    right.
    """
    judge = _judge(11)
    sessions = [Listening(_feed_forward(*names)) for names in (("up", "down"), ("up", "down"), ("a", "b"))]
    assert [judge.judge(session).verdict for session in sessions] == [Verdict.ACCEPTED] * 3
    one, two, other = (session.asked[0] for session in sessions)
    assert one is two
    assert other is not one


def test_the_next_submission_is_expected_to_be_like_the_last() -> None:
    """With a new seed the frame is made before the submission comes; inputs are those of the new seed."""
    last = Listening(_feed_forward("up", "down"))
    alignment = _judge(11).judge(last).alignment
    judge, session = _judge(12), Listening(_feed_forward("up", "down"))
    judge.expect(alignment)
    assert judge.judge(session).verdict is Verdict.ACCEPTED
    (asked,) = session.asked
    assert "frame" in vars(asked)
    assert asked.frame != last.asked[0].frame


def test_another_one_than_expected_is_judged_as_well() -> None:
    """Who has renamed the parameters since, or made a mistake, is judged by what is there now."""
    alignment = _judge(11).judge(Listening(_feed_forward("up", "down"))).alignment
    judge = _judge(12)
    judge.expect(alignment)
    assert judge.judge(Listening(_feed_forward("one", "two"))).verdict is Verdict.ACCEPTED
    swapped = _feed_forward("one", "two")
    wrong = type("FeedForward", (swapped,), {"forward": lambda self, x: self.two(self.one(x))})
    assert judge.judge(Listening(wrong)).verdict is Verdict.WRONG_ANSWER
