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
CALL = Call("call", (torch.ones(2, 4),), target="gated")


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


def test_a_forbidden_class_is_seen_where_it_was_built(server: WorkerServer) -> None:
    """A module of a forbidden class, or of one made of it, is noted among the parts of what was built."""
    source = b"from torch import nn\nclass Mine(nn.GELU):\n    pass\ndef make():\n    return nn.Sequential(Mine())\n"
    with SandboxSession(server, _exercise("torch.nn.GELU")) as session:
        assert session.load(Submission("a.py", SourceKind.PYTHON, source)).problem is None
        session.observe([(Build("make"), Call("call", (torch.ones(2, 4),), on="module"))])
        assert session.shortcuts == ("torch.nn.GELU",)
