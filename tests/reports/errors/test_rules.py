"""Each kind of error is raised by a learner's code in a real child, and explained by its own rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Call
from grader.domain.result import CheckResult, Stop
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Text
from grader.domain.verdict import Tier, Verdict, Visibility
from grader.findings.stop import ended_by, find_stop
from grader.reports.errors.explain import RULES, explain_error, rule_for
from grader.reports.stop_words import explain_stop
from grader.sandbox.launcher import WorkerServer, spawn_server
from grader.sandbox.runner import SandboxSession
from tests.conftest import ROOT
from tests.reports.errors.raising_code import PRELUDE, RAISING

EXERCISE = replace(load_exercise(ROOT, 1), forbidden=())


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for all programs; each runs in a child of its own."""
    server = spawn_server(warm=False)
    yield server
    server.close()


def stop_of(server: WorkerServer, statements: str) -> Stop:
    """What is found of a function with this body, in a child that forbids it nothing."""
    source = f"{PRELUDE}\ndef manual_layer_norm(x, gamma, beta, eps=1e-5):\n    {statements}\n    return x\n"
    submission = Submission("mine.py", SourceKind.PYTHON, source.encode())
    x, gamma = torch.ones(2, 4), torch.ones(4)
    call = Call("call", (x, gamma, gamma), target="manual_layer_norm")
    with SandboxSession(server, EXERCISE) as session:
        assert session.load(submission).problem is None
        (seen,) = session.observe([(call,)])
    difference = ended_by(seen, {})
    assert difference is not None
    check = CheckResult(
        "one", Tier.CORE, Visibility.PUBLIC, Verdict.RUNTIME_ERROR, 0.0, 1.0, Text("", ""), difference
    )
    stop = find_stop([check], submission)
    assert stop is not None
    return stop


def test_every_rule_has_code_that_raises_its_error() -> None:
    """A rule without an error to be tried on cannot be trusted, and there is none."""
    assert [rule.name for rule in RULES] == list(dict.fromkeys(rule.name for rule in RULES))
    assert {rule.name for rule in RULES} == set(RAISING)


@pytest.mark.parametrize("name", RAISING)
def test_a_real_error_is_explained_by_its_own_rule(name: str, server: WorkerServer) -> None:
    """Code that raises in a child is explained by the rule of that name, in both languages, with no field open."""
    stop = stop_of(server, RAISING[name])
    assert rule_for(stop.message, stop.code, stop.near) == name, (stop.message, stop.code)
    said = explain_stop(stop)
    assert said is not None
    assert not re.search(r"\{\w*\}", said.en + said.zh)
    assert re.search(r"[\u4e00-\u9fff]", said.zh)


def test_the_place_is_the_learners_own_line(server: WorkerServer) -> None:
    """The line is that of the file handed in, and the code is the piece of it that raised."""
    stop = stop_of(server, "h = x.mean(-1, keepdim=True); y = h + (x -\n        O(2, 3))")
    assert stop.line == PRELUDE.count("\n") + 3
    assert stop.code == "x - O(2, 3)"


@pytest.mark.parametrize(
    ("code", "near"),
    [
        ("torch.zero(3)", "zeros"),
        ("nn.Relu()", "ReLU"),
        ("nn.dropout(0.1)", "Dropout"),
        ("torch.arrange(3)", "arange"),
        ("F.layernorm(x)", "layer_norm"),
        ("nn.Layernorm(4)", "LayerNorm"),
        ("torch.softmaxx(x, -1)", "softmax"),
    ],
)
def test_a_misspelled_name_of_torch_is_told_with_the_right_one(
    code: str, near: str, server: WorkerServer
) -> None:
    """What torch does not have is told with the name that it has."""
    stop = stop_of(server, code)
    said = explain_stop(stop)
    assert stop.near == near
    assert said is not None
    assert said.en.endswith(f".{near}.")


@pytest.mark.parametrize(
    ("code", "met"),
    [
        ("m = x.mean(-1); x - m", (("x", "tensor [2, 4] float32"), ("m", "tensor [2] float32"))),
        ("x + gamma[:3]", (("x", "tensor [2, 4] float32"), ("gamma[:3]", "tensor [3] float32"))),
        ("h = (x, x); x + h", (("x", "tensor [2, 4] float32"), ("h", "tuple of 2"))),
        ("x += O(3, 2, 4)", (("x", "tensor [2, 4] float32"),)),
        ("l = nn.Linear(3, 5); l(x)", (("l", "Linear(3, 5)"), ("x", "tensor [2, 4] float32"))),
    ],
)
def test_what_met_is_told_by_the_learners_names(
    code: str, met: tuple[tuple[str, str], ...], server: WorkerServer
) -> None:
    """The operands of the failing expression are named as the learner wrote them, with shape and dtype."""
    assert stop_of(server, code).met == met


def test_a_longer_name_is_no_near_miss(server: WorkerServer) -> None:
    """An attribute that is never set is not taken for one that begins alike: ffn is not ffn_norm."""
    body = "m = nn.Module(); m.ffn_norm = nn.Linear(2, 2); m.{}"
    assert stop_of(server, body.format("ffn")).near == ""
    assert stop_of(server, body.format("fnn_norm")).near == "ffn_norm"
    assert stop_of(server, "m = nn.Module(); m.eps = 1.0; m.epsilon").near == "eps"


def test_keepdim_is_advised_only_where_the_last_axis_is_missing(server: WorkerServer) -> None:
    """A shape that lacks the last axis gets the advice; one that has the size of another axis gets that fact alone."""
    lost = explain_stop(stop_of(server, "m = x.mean(-1); x - m"))
    other = explain_stop(stop_of(server, "e = O(2, 3, 4); p = O(9, 4)[:2]; e + p"))
    assert lost is not None
    assert "keepdim=True" in lost.en
    assert other is not None
    assert "keepdim" not in other.en
    assert "the size of axis 0 of e" in other.en


def test_floats_and_long_numbers_never_come_through() -> None:
    """A message that imitates torch's carries whole numbers of five digits at the most."""
    assert explain_error("mat1 and mat2 shapes cannot be multiplied (0.123x4 and 5x6)") is None
    assert explain_error("mat1 and mat2 shapes cannot be multiplied (1234567x4 and 5x6)") is None
    assert explain_error("SECRET 0.123 shapes") is None
