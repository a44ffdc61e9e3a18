"""A conversation takes what was asked for, and makes a failure of everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Build, Call, Raised
from grader.domain.errors import SandboxError
from grader.domain.submission import SourceKind, Submission
from grader.domain.verdict import Confinement, Verdict
from grader.protocol.allowance import Allowance
from grader.protocol.description import Description
from grader.protocol.replies import (
    Described,
    Loaded,
    Ready,
    Reply,
    Seen,
    Suspicion,
    TooLarge,
    reply_frame,
)
from grader.sandbox.channel import ChildGone, DeadlinePassed, LogFlood
from grader.sandbox.conversation import SUSPICIONS_LIMIT, Conversation
from tests.conftest import ROOT

EXERCISE = replace(load_exercise(ROOT, 3), forbidden=("torch.mm", "torch.bmm"))
SUBMISSION = Submission("a.py", SourceKind.PYTHON, b"")
PROGRAM = (Call("call", (1,), target="f"),)
SHOWN = Seen({"call.out": 1, "call.mutated": ()})


class Script:
    """A pipe that says what it was given, whatever it is asked, and then raises."""

    def __init__(self, said: Sequence[tuple[int, Reply]], end: type[Exception] = ChildGone) -> None:
        self.come = bytearray(b"".join(reply_frame(number, reply, Allowance()) for number, reply in said))
        self.end = end
        self.asked = 0

    def write(self, frame: bytes) -> None:
        """Hear a request."""
        self.asked += 1

    def read(self, size: int) -> bytes:
        """The next bytes."""
        if len(self.come) < size:
            raise self.end
        taken = bytes(self.come[:size])
        del self.come[:size]
        return taken


def _talk(*said: tuple[int, Reply], end: type[Exception] = ChildGone) -> Conversation:
    return Conversation(EXERCISE, Script(said, end))


def _verdict(conversation: Conversation) -> Verdict | None:
    return None if conversation.failure is None else conversation.failure.verdict


def test_an_honest_session() -> None:
    """Loaded, described and observed under its numbers, a session has no failure."""
    talk = _talk(
        (0, Ready(Confinement.FULL)),
        (1, Loaded()),
        (2, Described(Description(()))),
        (2, Described(Raised("ValueError"))),
        (3, SHOWN),
    )
    assert talk.load(SUBMISSION).confinement is Confinement.FULL
    assert talk.describe([Build("M"), Build("M", {"dim": 1})]) == [Description(()), Raised("ValueError")]
    assert talk.observe([PROGRAM]) == [SHOWN.observation]
    assert talk.failure is None


@pytest.mark.parametrize(
    "ask",
    [
        lambda talk: talk.describe([Build("M")]),
        lambda talk: talk.observe([PROGRAM]),
        lambda talk: talk.graphs([PROGRAM]),
    ],
)
@pytest.mark.parametrize("reply", [(1, Ready(Confinement.FULL)), (2, SHOWN), (0, SHOWN), (1, Loaded())])
def test_another_reply_voids(ask: Callable[[Conversation], object], reply: tuple[int, Reply]) -> None:
    """A reply of another kind or number than was asked for, and nothing is taken from it."""
    talk = _talk(reply)
    assert ask(talk) == []
    assert _verdict(talk) is Verdict.PROTOCOL_VIOLATION


@pytest.mark.parametrize(
    ("end", "verdict"),
    [
        (ChildGone, Verdict.RUNTIME_ERROR),
        (DeadlinePassed, Verdict.TIME_LIMIT),
        (LogFlood, Verdict.OUTPUT_LIMIT),
        (RuntimeError, Verdict.PROTOCOL_VIOLATION),
        (OverflowError, Verdict.PROTOCOL_VIOLATION),
    ],
)
def test_an_end_is_a_failure(end: type[Exception], verdict: Verdict) -> None:
    """Silence and an early end have their verdicts; what our own code raises over a reply voids the submission."""
    talk = _talk((1, SHOWN), end=end)
    assert talk.observe([PROGRAM, PROGRAM]) == (
        [] if verdict is Verdict.PROTOCOL_VIOLATION else [SHOWN.observation]
    )
    assert _verdict(talk) is verdict
    assert talk.observe([PROGRAM]) == []
    assert talk.describe([Build("M")]) == []


def test_too_large_is_a_fault_and_no_forgery() -> None:
    """An honest worker's word that there is too much ends the session with the output limit."""
    talk = _talk((1, TooLarge("a reply of 9 bytes")))
    assert talk.observe([PROGRAM]) == []
    assert _verdict(talk) is Verdict.OUTPUT_LIMIT


def test_before_the_lockdown_the_fault_is_ours() -> None:
    """Nothing of the submission has run until the first word, so that whatever goes wrong is no verdict."""
    for talk in (_talk(), _talk((0, SHOWN))):
        with pytest.raises(SandboxError):
            talk.load(SUBMISSION)


def test_a_suspicion_that_is_settled_is_no_shortcut() -> None:
    """What was called and did not matter is told at the call and settled with the program."""
    settled = replace(SHOWN, settled=("torch.mm",))
    talk = _talk((1, Suspicion("torch.mm")), (1, settled), (1, replace(settled, shortcuts=("torch.bmm",))))
    assert len(talk.observe([PROGRAM, PROGRAM])) == 2
    assert talk.shortcuts == ("torch.bmm",)


def test_a_suspicion_that_was_forgotten_is_a_shortcut() -> None:
    """A call that was told at once and of which the watch knows nothing afterwards was taken from its memory."""
    talk = _talk((1, Suspicion("torch.mm")), (1, SHOWN))
    assert talk.observe([PROGRAM]) == [SHOWN.observation]
    assert talk.shortcuts == ("torch.mm",)


def test_suspicions_have_an_end() -> None:
    """Word of the same call over and over is no work that the judge does."""
    talk = _talk(*[(1, Suspicion("torch.mm"))] * (SUSPICIONS_LIMIT + 1))
    assert talk.observe([PROGRAM]) == []
    assert _verdict(talk) is Verdict.PROTOCOL_VIOLATION


def test_memory_that_is_used_up_is_no_exception_of_the_learners() -> None:
    """An observation that ran out of memory ends the session with its own verdict."""
    talk = _talk(
        (1, Seen({"call.out": Raised("RuntimeError", message="DefaultCPUAllocator: can't allocate memory")}))
    )
    assert talk.observe([PROGRAM]) == []
    assert _verdict(talk) is Verdict.MEMORY_LIMIT


def test_all_replies_together_have_an_end() -> None:
    """What one reply may hold, many may not: the allowance is the submission's."""
    heavy = Seen({"call.out": torch.zeros(1 << 20, dtype=torch.float64), "call.mutated": ()})
    talk = _talk(*[(1, heavy)] * 9)
    assert talk.observe([PROGRAM] * 9) == []
    assert _verdict(talk) is Verdict.PROTOCOL_VIOLATION


def test_meanwhile_is_run_in_any_case() -> None:
    """The judge's own work is done while it waits, also where there is nothing to wait for."""
    ran: list[int] = []
    talk = _talk((1, SHOWN))
    talk.observe([PROGRAM], partial(ran.append, 1))
    talk.void("done")
    talk.observe([PROGRAM], partial(ran.append, 2))
    assert ran == [1, 2]
