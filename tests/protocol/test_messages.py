"""Requests arrive as they were asked."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Build, Call, Train
from grader.domain.exercise import Entry
from grader.domain.submission import SourceKind
from grader.protocol.messages import (
    Describe,
    Load,
    Observe,
    Plain,
    Programs,
    Record,
    observe_frames,
    read_request,
    request_frame,
)
from tests.protocol.wire import reader

STEPS = (Build("M", {"dim": 3}), Call("call", (1, "two"), on="module"))
ENTRY = Entry("M", "class", ("dim",), ("x",))


@pytest.mark.parametrize(
    "request_",
    [
        Load(
            SourceKind.PYTHON,
            "a.py",
            "# 好\n".encode() * 2000,
            {"norm": "x = 1\n"},
            {"p": ""},
            (ENTRY,),
            ("torch.mm",),
        ),
        Load(SourceKind.NOTEBOOK, "a.ipynb", b"", {}, {}, (), ()),
        Describe((STEPS[0],)),
        Record((STEPS, STEPS)),
    ],
)
def test_a_request_arrives_as_it_was(request_: Plain) -> None:
    """Each request of one frame comes back under its number, a long source uncut."""
    assert read_request(reader(request_frame(7, request_))) == (7, request_)


def test_programs_go_in_parts() -> None:
    """A program that trains is sent in parts, each of which goes on where the one before ended."""
    train = Train("t", (1,), 2, 1, 0.1)
    programs = Programs([STEPS, (STEPS[0], train, train, STEPS[1])])
    number, asked = read_request(reader(observe_frames(3, programs)))
    assert (number, asked) == (3, Observe(programs.sent, (False, False, True, True)))
    assert [sorted(names) for names in programs.names] == [
        ["call.mutated", "call.out", "module.raised"],
        ["module.raised", "t.raised"],
        ["t.raised"],
        ["call.mutated", "call.out"],
    ]


def test_programs_are_encoded_once() -> None:
    """Many submissions that are asked the same share one frame, in which a shared tensor lies once."""
    x = torch.ones(1000, dtype=torch.float64)
    programs = Programs([(Call(f"c{i}", (x,), target="f"),) for i in range(10)])
    assert programs.make_frame() is programs.frame
    assert len(programs.frame) < 2 * x.nbytes
