"""A submission that is trained in the sandbox: told in parts, observed as one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

from grader.catalog.exercises import load_exercise
from grader.domain.case import Build, Call, Train
from grader.domain.exercise import Exercise, Limits
from grader.domain.submission import SourceKind, Submission
from grader.sandbox.launcher import WorkerServer, spawn_server
from grader.sandbox.runner import SandboxSession
from tests.conftest import ROOT

SOURCE = b"""
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)

    def forward(self, x):
        return self.linear(x)


def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return Model()
"""
SIZES = {"vocab": 1, "dim": 1, "num_heads": 1, "hidden_dim": 1, "num_layers": 1}


@pytest.fixture(scope="module")
def server() -> Iterator[WorkerServer]:
    """One worker server for both tests."""
    server = spawn_server(warm=False)
    yield server
    server.close()


def _exercise(wall_seconds: float) -> Exercise:
    return replace(load_exercise(ROOT, 24), limits=Limits(wall_seconds=wall_seconds))


def _program(source_seed: int) -> tuple[Build, Train, Train, Call]:
    generator = torch.Generator().manual_seed(source_seed)
    x = torch.randn(8, 3, generator=generator)
    labels = (x[:, 0] > 0).long()
    first, second = (Train(name, (x,), labels, 4, 0.1) for name in ("first", "second"))
    return Build("build_classifier", SIZES, "float32"), first, second, Call("call", (x,), on="module")


def test_progress_is_told_and_the_parts_are_one_observation(server: WorkerServer) -> None:
    """Each part of a training is told as it ends, and what all the parts show is one observation."""
    told: list[float] = []
    submission = Submission("model.py", SourceKind.PYTHON, SOURCE)
    with SandboxSession(server, _exercise(60), progress=told.append) as session:
        assert session.load(submission).problem is None
        trained, plain = session.observe([_program(1), (_program(1)[0], _program(1)[3])])
    assert session.failure is None
    assert told == [0.25, 0.5, 0.75, 1.0]
    assert trained["call.out"].shape == plain["call.out"].shape == (8, 2)
    assert not torch.allclose(trained["call.out"], plain["call.out"])


def test_a_training_cut_short_shows_nothing(server: WorkerServer) -> None:
    """A child that dies in the middle of a training leaves no observation of it."""
    source = SOURCE.replace(
        b"return self.linear(x)",
        b"import os\n        os._exit(3) if self.training else 0\n        return self.linear(x)",
    )
    with SandboxSession(server, _exercise(60)) as session:
        assert session.load(Submission("model.py", SourceKind.PYTHON, source)).problem is None
        assert session.observe([_program(1)]) == []
    assert session.failure is not None
