"""A session over an implementation of ours answers like one over a submission."""

from __future__ import annotations

from grader.domain.case import Build, Call, Probe, Raised
from grader.judge.session import OwnSession
from grader.protocol.description import Description
from grader.protocol.messages import Programs
from tests.judge.small import SIZES, Bend, space


def test_it_describes_each_build() -> None:
    """A description a build, an exception where it cannot be built."""
    right, wrong = OwnSession(space(Bend)).describe([Build("Bend", SIZES), Build("Bend", {})])
    assert isinstance(right, Description)
    assert [row.path for row in right.parameters] == ["up.weight", "up.bias", "down.weight", "down.bias"]
    assert isinstance(wrong, Raised)


def test_it_observes_programs_in_order() -> None:
    """Programs and plain sequences of steps are observed alike, and `meanwhile` is run."""
    session, ran = OwnSession({"f": lambda x: 2 * x}), []
    steps = [(Call("call", (n,), target="f"),) for n in (1, 2)]
    for programs in (steps, Programs(steps)):
        seen = session.observe(programs, lambda: ran.append(1))
        assert [each["call.out"] for each in seen] == [2, 4]
    assert ran == [1, 1]


def test_it_calls_with_props() -> None:
    """A probe is built from the session's props."""
    session = OwnSession({"f": lambda g: g()}, {"G": lambda: lambda: 7})
    (seen,) = session.observe([(Call("call", (Probe("G"),), target="f"),)])
    assert seen["call.out"] == 7


def test_it_never_fails() -> None:
    """Nothing of ours is a failure or a shortcut."""
    session = OwnSession({})
    assert (session.failure, session.shortcuts) == (None, ())
