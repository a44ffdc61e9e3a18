"""Replies arrive as they were sent, and what is no reply to the request is refused before it is used."""

from __future__ import annotations

import pytest
import torch

from grader.domain.case import Call, Raised, Value
from grader.domain.graph import At, Graph, Leaf, Node
from grader.domain.source_problem import SourceFault, SourceNote, SourceProblem, SourceRemark
from grader.domain.verdict import Confinement
from grader.protocol.allowance import Allowance
from grader.protocol.description import Description, ParameterRow
from grader.protocol.expected import expected
from grader.protocol.replies import (
    NOTES_LIMIT,
    Described,
    Envelope,
    Loaded,
    Ready,
    Recorded,
    Reply,
    Seen,
    Suspicion,
    TooLarge,
    read_reply,
    reply_frame,
)
from grader.protocol.violation import ProtocolViolation
from tests.protocol.wire import frame, reader

NAMES = expected((Call("call", (1,), target="f"),))
FORBIDDEN = ("torch.mm",)
ACTING = SourceProblem(SourceFault.RAISED, "a\x1b.py", 3, found="\ud800" * 400, text="x\x00")


def _opened(reply: Reply) -> Envelope:
    return read_reply(reader(reply_frame(4, reply, Allowance())), Allowance())


def test_a_reply_says_what_it_answers() -> None:
    """Its number and kind arrive with its fields."""
    envelope = _opened(Ready(Confinement.FULL))
    assert (envelope.number, envelope.kind) == (4, Ready)
    assert Ready.from_value(envelope.fields) == Ready(Confinement.FULL)


def test_each_reply_arrives_as_it_was() -> None:
    """What was sent is what is read."""
    problem = SourceProblem(SourceFault.SYNTAX, "a.py", 3, 4, "found", "expected", 2, "text", ("one",))
    loaded = Loaded(problem, (SourceNote(SourceRemark.PRINTED, 1),), "traceback")
    assert Loaded.from_value(_opened(loaded).fields) == loaded
    for told in (Description((ParameterRow("w", (1,), "", "M", "w"),)), Raised("ValueError")):
        assert Described.from_value(_opened(Described(told)).fields).found == told
    seen = Seen({"call.out": (1, None, "x"), "call.mutated": ("0",)}, FORBIDDEN, FORBIDDEN)
    assert Seen.from_value(_opened(seen).fields, NAMES, FORBIDDEN) == seen
    assert Suspicion.from_value(_opened(Suspicion("torch.mm")).fields, FORBIDDEN) == Suspicion("torch.mm")
    assert TooLarge.from_value(_opened(TooLarge("much")).fields) == TooLarge("much")


def test_a_graph_arrives_without_what_cannot_cross() -> None:
    """Complex and sparse tensors are no forgery of an honest worker's: they are left out."""
    odd = torch.ones(2, dtype=torch.complex64)
    nodes = (
        Node(Leaf.INPUT, (2,), "float32", torch.ones(2), name="x"),
        Node("aten.add", (2,), "complex64", odd, (At(0), (1, 2.5, None, 10**30)), {"alpha": True}, line=3),
    )
    found = Recorded.from_value(_opened(Recorded(Graph(nodes, (("", 1),)))).fields).graph
    assert [node.op for node in found.nodes] == [Leaf.INPUT, "aten.add"]
    assert found.nodes[1].value is None
    assert found.nodes[1].args[0] == At(0)
    assert found.outputs == (("", 1),)


def test_texts_that_act_are_spelled_out() -> None:
    """A problem with escapes, NUL and surrogates arrives readable and within its limits."""
    problem = Loaded.from_value(_opened(Loaded(ACTING)).fields).problem
    assert problem is not None
    assert (problem.file, problem.text) == ("a\\x1b.py", "x\\x00")
    assert problem.found.isprintable()


def test_what_is_too_large_is_said() -> None:
    """A reply beyond the allowance goes out as the word that it is too large, within the reserve."""
    for left in (Allowance(bytes_left=70_000), Allowance(values_left=20)):
        wide = Seen({"call.out": tuple(torch.ones(100, 20) for _ in range(30)), "call.mutated": ()})
        assert _kind(reply_frame(1, wide, left)) is TooLarge


def _kind(data: bytes) -> type[Reply]:
    return read_reply(reader(data), Allowance()).kind


FORGED: tuple[Value, ...] = (
    None,
    {"l": []},
    {"d": []},
    {"d": [["number", 1]]},
    {"d": [["is", "Seen"]]},
    {"d": [["number", True], ["is", "Seen"]]},
    {"d": [["number", "1"], ["is", "Seen"]]},
    {"d": [["number", {"f": "1.0"}], ["is", "Seen"]]},
    {"d": [["number", 1], ["is", "Passed"]]},
    {"d": [["number", 1], ["is", {"l": []}]]},
)


@pytest.mark.parametrize("value", FORGED)
def test_what_is_no_reply_is_refused(value: Value) -> None:
    """A frame without a number, with another kind of number, or of no known kind."""
    with pytest.raises(ProtocolViolation):
        read_reply(reader(frame(value)), Allowance())


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Ready, {"confinement": "steel"}),
        (Ready, {"confinement": []}),
        (Ready, {}),
        (Loaded, {"problem": None, "notes": (), "traceback": "", "passed": True}),
        (Loaded, {"problem": None, "notes": [], "traceback": ""}),
        (Loaded, {"problem": None, "notes": (), "traceback": 3}),
        (
            Loaded,
            {
                "problem": None,
                "notes": ({"kind": "printed", "cell": 1},) * (NOTES_LIMIT + 1),
                "traceback": "",
            },
        ),
        (Loaded, {"problem": {"kind": "passed", "file": "a"}, "notes": (), "traceback": ""}),
        (
            Loaded,
            {"problem": {"kind": "raised", "file": "a", "line": torch.ones(2)}, "notes": (), "traceback": ""},
        ),
        (Described, {"found": {"parameters": ()}}),
        (TooLarge, {"what": 3}),
    ],
)
def test_other_fields_are_refused(
    kind: type[Ready | Loaded | Described | TooLarge], fields: dict[str, Value]
) -> None:
    """Missing, surplus, unknown or unbounded fields."""
    with pytest.raises(ProtocolViolation):
        kind.from_value(fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"seen": [], "shortcuts": (), "settled": ()},
        {"seen": {"surplus": 1}, "shortcuts": (), "settled": ()},
        {"seen": {}, "shortcuts": ("torch.add",), "settled": ()},
        {"seen": {}, "shortcuts": ([],), "settled": ()},
        {"seen": {}, "shortcuts": (), "settled": torch.ones(2)},
    ],
)
def test_an_observation_is_bound_to_its_program(fields: dict[str, Value]) -> None:
    """Names that were not asked for, and shortcuts that are not forbidden."""
    with pytest.raises(ProtocolViolation):
        Seen.from_value(fields, NAMES, FORBIDDEN)
