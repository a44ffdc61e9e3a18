"""What a submission says of its own trace is looked at before it is used."""

from __future__ import annotations

import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Call
from grader.domain.submission import SourceKind, Submission
from grader.observer.graph import STEP_LIMIT
from grader.sandbox.launcher import spawn_server
from grader.sandbox.runner import SandboxSession
from tests.conftest import ROOT

FORGING = b"""
import sys
import torch

child = sys.modules["grader.worker.child"]
encode = child.encode
rows = (
    (5, torch.ones(2), "line", 1),
    ("meta", torch.empty(2, device="meta"), 1, 2),
    ("short", torch.ones(2)),
    ("no tensor", 3, 1, 2),
    ("large", torch.ones(1 << 17), 1, 2),
    ("right", torch.ones(3), 7, None),
)
rows += (("late", torch.ones(3), 8, None),) * 300
child.encode = lambda reply: encode(reply | {"steps": rows} if "steps" in reply else reply)


def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return x
"""


def test_only_what_an_honest_trace_holds_is_taken() -> None:
    """Rows of another form, tensors without values, too large ones and too many are left out."""
    server = spawn_server(warm=False)
    try:
        with SandboxSession(server, load_exercise(ROOT, 1)) as session:
            assert session.load(Submission("a.py", SourceKind.PYTHON, FORGING)).problem is None
            found = session.trace((Call("call", (torch.ones(2),) * 3, target="manual_layer_norm"),))
            assert [(step.operation, step.line) for step in found[:3]] == [
                ("5", None),
                ("right", 7),
                ("late", 8),
            ]
            assert len(found) < STEP_LIMIT
            assert session.failure is None
    finally:
        server.close()
