"""Shortcuts are seen while the grader looks, by whatever name they are called, and not in a learner's own trials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Build, Call
from grader.domain.exercise import Exercise
from grader.domain.submission import SourceKind, Submission
from grader.sandbox.launcher import WorkerServer, spawn_server
from grader.sandbox.runner import SandboxSession
from tests.conftest import ROOT

GELU, NORM = "torch.nn.functional.gelu", "torch.nn.functional.layer_norm"
CALL = Call("call", (torch.arange(8.0).square().view(2, 4),), target="gated")


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for all of them; a child's changes to torch stay the child's."""
    server = spawn_server(warm=False)
    yield server
    server.close()


def _exercise(*forbidden: str) -> Exercise:
    return replace(load_exercise(ROOT, 1), forbidden=forbidden, entries=())


def _seen(server: WorkerServer, forbidden: tuple[str, ...], body: str, before: str = "") -> tuple[str, ...]:
    source = f"import torch\nfrom torch import nn\n{before}\ndef gated(x):\n    return {body}\n"
    with SandboxSession(server, _exercise(*forbidden)) as session:
        assert session.load(Submission("a.py", SourceKind.PYTHON, source.encode())).problem is None
        (observed,) = session.observe([(CALL,)])
        assert isinstance(observed["call.out"], torch.Tensor), observed
        return session.shortcuts


@pytest.mark.parametrize(
    "body",
    [
        "nn.functional.gelu(x)",
        "torch.nn.functional.gelu(x, approximate='tanh')",
        "short(x)",
        "torch._C._nn.gelu(x)",
        "nn.GELU()(x)",
    ],
)
def test_a_forbidden_function_is_seen_whatever_its_name(server: WorkerServer, body: str) -> None:
    """Called through its module, another name, torch's own copy or a module that calls it, it is noted, and does
    what it did.
    """
    assert _seen(server, (GELU,), body, "from torch.nn.functional import gelu as short") == (GELU,)


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("nn.functional.layer_norm(x, (4,))", NORM),
        ("nn.LayerNorm(4)(x)", NORM),
        ("torch.layer_norm(x, (4,))", "torch.layer_norm"),
        ("torch._VF.layer_norm(x, (4,))", "torch.layer_norm"),
    ],
)
def test_what_a_forbidden_function_calls_is_not_noted(server: WorkerServer, body: str, called: str) -> None:
    """Of F.layer_norm, which calls torch.layer_norm, the learner hears only the one that was called first."""
    assert _seen(server, (NORM, "torch.layer_norm"), body) == (called,)


def test_what_is_right_is_not_noted(server: WorkerServer) -> None:
    """A formula written out is no shortcut, nor is a function that another exercise forbids."""
    assert _seen(server, (NORM,), "nn.functional.gelu(x)") == ()
    assert _seen(server, (GELU,), "0.5 * x * (1 + torch.erf(x / 2**0.5))") == ()


def test_a_learners_own_trials_are_not_noted(server: WorkerServer) -> None:
    """Who compares with torch's own function while the file is loaded has taken no shortcut."""
    trial = "print(nn.functional.gelu(torch.ones(3)))"
    assert _seen(server, (GELU,), "torch.tanh(x)", trial) == ()


@pytest.mark.parametrize(
    "trial",
    [
        "torch.jit.script(nn.LayerNorm(4))(torch.ones(2, 4))",
        "torch.jit.script(nn.functional.layer_norm)(torch.ones(2, 4), [4])",
        "torch.jit.script(nn.BatchNorm1d(4))(torch.ones(2, 4))",
        "torch.jit.trace(nn.GELU(), torch.ones(2, 4))(torch.ones(2, 4))",
        "import pickle; pickle.loads(pickle.dumps(nn.functional.gelu))(torch.ones(2, 4))",
    ],
)
def test_a_learners_own_trials_go_on_working(server: WorkerServer, trial: str) -> None:
    """Who scripts, traces or pickles torch's own function while the file is loaded gets what torch gives."""
    forbidden = (GELU, NORM, "torch.layer_norm", "torch.nn.functional.batch_norm", "torch.batch_norm")
    assert _seen(server, forbidden, "torch.tanh(x)", trial) == ()


def test_one_submissions_watch_is_gone_with_it(server: WorkerServer) -> None:
    """The next submission, of an exercise that forbids nothing, finds torch as it is."""
    assert _seen(server, (GELU,), "nn.functional.gelu(x)") == (GELU,)
    assert _seen(server, (), "nn.functional.gelu(x)") == ()


def test_a_forbidden_class_is_seen_where_its_values_are_used(server: WorkerServer) -> None:
    """A module of a forbidden class, or of one made of it, is noted where the output is made of what it computes."""
    source = b"from torch import nn\nclass Mine(nn.GELU):\n    pass\ndef make():\n    return nn.Sequential(Mine())\n"
    with SandboxSession(server, _exercise("torch.nn.GELU")) as session:
        assert session.load(Submission("a.py", SourceKind.PYTHON, source)).problem is None
        session.observe([(Build("make"), Call("call", (torch.ones(2, 4),), on="module"))])
        assert session.shortcuts == ("torch.nn.GELU",)


@pytest.mark.parametrize(
    "body",
    [
        "torch.ops.aten.layer_norm(x, (4,))",
        "torch.ops.aten.layer_norm.default(x, [4])",
        "torch._C._VariableFunctions.layer_norm(x, (4,))",
        "torch.native_layer_norm(x, (4,), None, None, 1e-5)[0]",
        "torch._refs.nn.functional.layer_norm(x, (4,))",
        "torch._refs.native_layer_norm(x, (4,), None, None, 1e-5)[0]",
        "scripted(x)",
        "torch.tensor(nn.functional.layer_norm(x, (4,)).tolist())",
        "torch.from_numpy(nn.functional.layer_norm(x, (4,)).numpy().copy())",
        "nn.functional.layer_norm(x, (4,)) * 2 + x",
        "(lambda a: (a - a.mean(-1, keepdim=True)) * 3)(nn.functional.layer_norm(x, (4,)))",
    ],
)
def test_a_forbidden_operation_is_seen_whatever_way_it_was_called(server: WorkerServer, body: str) -> None:
    """Through aten, torch._C, torch._refs or a script, through lists and numpy: what the output is made of is noted."""
    before = "@torch.jit.script\ndef scripted(x):\n    return torch.layer_norm(x, [4])\n"
    assert _seen(server, (NORM, "torch.native_layer_norm"), body, before)


def test_a_forbidden_operation_that_falls_apart_is_seen(server: WorkerServer) -> None:
    """An operation that reaches the kernels as many small ones is noted by the name under which it was called."""
    rms = ("torch.nn.functional.rms_norm",)
    for body in (
        "torch._fused_rms_norm(x, (4,), None, 1e-5)[0]",
        "torch.ops.aten.rms_norm(x, (4,))",
        "scripted(x)",
    ):
        before = "@torch.jit.script\ndef scripted(x):\n    return torch.rms_norm(x, [4])\n"
        assert _seen(server, rms, body, before) == rms, body


MINE = """
def mine(x):
    centred = x - x.mean(-1, keepdim=True)
    return centred / (x.var(-1, keepdim=True, unbiased=False) + 1e-5).sqrt()
"""


@pytest.mark.parametrize(
    "check",
    [
        "assert torch.allclose(mine(x), nn.functional.layer_norm(x, (4,)), atol=1e-6)",
        "torch.testing.assert_close(mine(x), nn.LayerNorm(4, dtype=x.dtype)(x))",
        "print((mine(x) - torch.ops.aten.layer_norm(x, [4])).abs().max())",
        "nn.functional.layer_norm(x, (4,))",
    ],
)
def test_comparing_with_torchs_own_answer_is_no_shortcut(server: WorkerServer, check: str) -> None:
    """Who computes the answer and only compares it with torch's has taken no shortcut."""
    before = f"{MINE}\ndef compared(x):\n    {check}\n    return mine(x)\n"
    assert _seen(server, (NORM, "torch.layer_norm", "torch.nn.LayerNorm"), "compared(x)", before) == ()


def test_what_is_noted_cannot_be_cleared_by_name(server: WorkerServer) -> None:
    """Emptying the lists that can be found in the frames above does not make a shortcut unseen."""
    before = """
import sys
def forgetful(x):
    r = nn.functional.layer_norm(x, (4,))
    frame = sys._getframe(1)
    while frame:
        watch = getattr(frame.f_locals.get("self"), "watch", None)
        for name, value in list(vars(watch).items()) if watch is not None else ():
            if name in ("_suspects", "seen", "found"):
                setattr(watch, name, type(value)())
        frame = frame.f_back
    return r
"""
    assert _seen(server, (NORM,), "forgetful(x)", before) == (NORM,)
