"""What is honest and too large is told as too large: a learner's fault in plain words, and no word of tampering."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.catalog.course import course_digest
from grader.catalog.exercises import load_exercise
from grader.catalog.misconceptions import load_misconceptions
from grader.domain.result import GradeResult
from grader.domain.submission import SourceKind, Submission
from grader.domain.text import Language
from grader.domain.verdict import Verdict
from grader.grading.grader import Grader
from grader.reports.feedback import student_feedback
from grader.sandbox.launcher import CurrentServer, spawn_server

CLASSIFIER = """
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(10, 2)

    def forward(self, ids, is_pad):
        out = self.e(ids).mean(1)
        return out if self.training else {}

def build_classifier(vocab, dim, num_heads, hidden_dim, num_layers):
    return M()
"""
NORM = """
import torch

def manual_layer_norm(x, gamma, beta, eps=1e-5):
    return {}
"""
FEED_FORWARD = """
from torch import nn

class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range({})])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return {}
"""
ENCODER = """
from torch import nn

class Encoder(nn.Module):
    def __init__(self, layer_factory, num_layers, dim):
        super().__init__()
        self.layers = nn.ModuleList([nn.TransformerEncoderLayer(dim, 1) for _ in range(60)])

    def forward(self, x, source_blocked_mask=None):
        return x
"""
LARGE = {
    "tolist of the classifier": (24, CLASSIFIER.format("out.tolist()")),
    "a dict for each sequence": (24, CLASSIFIER.format("dict(enumerate(out.tolist()))")),
    "nested list": (
        1,
        NORM.format("[[[float(v) for v in range(50)] for _ in range(20)] for _ in range(20)]"),
    ),
    "long list": (1, NORM.format("[0.5] * 10_000")),
    "long tuple": (1, NORM.format("tuple(range(300))")),
    "dict of thousands": (1, NORM.format("{str(i): i for i in range(5000)}")),
    "large tensor": (1, NORM.format("torch.zeros(3000, 3000)")),
    "expanded tensor": (1, NORM.format("x.sum().expand(10**9)")),
    "list of large tensors": (1, NORM.format("[torch.zeros(1000, 1000) for _ in range(40)]")),
    "many small tensors": (1, NORM.format("[x] * 250")),
    "empty with huge axes": (1, NORM.format("torch.zeros(0).expand(2**40, 0)")),
    "long text": (1, NORM.format("'x' * 100_000")),
    "huge number": (1, NORM.format("10 ** 5000")),
    "text that acts": (1, NORM.format("'\\x1b[2J' + chr(0xd800)")),
    "tolist of the feed-forward": (3, FEED_FORWARD.format(2, "x.tolist()")),
    "sixty layers": (3, FEED_FORWARD.format(60, "x")),
    "two thousand layers": (3, FEED_FORWARD.format(2000, "x")),
    "sixty encoder layers": (9, ENCODER),
}
FAULTS = (Verdict.WRONG_ANSWER, Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT, Verdict.OUTPUT_LIMIT)
BLAME = ("tamper", "void", "pipe", "sent the grader")


@pytest.fixture(scope="module")
def graders(root: Path) -> Iterator[dict[int, Grader]]:
    """A grader of each exercise, over one server; none trains."""
    current_server = CurrentServer(spawn_server(warm=True))
    numbers = {number for number, _ in LARGE.values()}
    yield {
        number: Grader(
            load_exercise(root, number), root, course_digest(root, number), 5, current_server, slow=False
        )
        for number in numbers
    }
    current_server.close()


def _told(result: GradeResult, grader: Grader, root: Path) -> str:
    feedback = student_feedback(result, grader.exercise, load_misconceptions(root), Language.EN)
    return "\n".join(line.text for line in (*feedback.main, *feedback.more))


@pytest.mark.parametrize("name", LARGE)
def test_it_is_the_learners_fault_and_no_tampering(name: str, graders: dict[int, Grader], root: Path) -> None:
    """The verdict is that of a mistake, and what is said accuses nobody."""
    number, source = LARGE[name]
    result = graders[number].grade(Submission("large.py", SourceKind.PYTHON, source.encode()))
    assert result.verdict in FAULTS, result.failure
    told = _told(result, graders[number], root)
    assert not [word for word in BLAME if word in told.lower()], told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("long list", "found list of 10000, which is too large to compare"),
        ("large tensor", "found tensor [3000, 3000] float32, which is too large to compare"),
        ("dict of thousands", "found dict of 5000, which is too large to compare"),
        ("two thousand layers", "returned far more than can be read"),
    ],
)
def test_it_is_told_as_too_large(name: str, said: str, graders: dict[int, Grader], root: Path) -> None:
    """What was returned is named with its size."""
    number, source = LARGE[name]
    result = graders[number].grade(Submission("large.py", SourceKind.PYTHON, source.encode()))
    assert said in _told(result, graders[number], root)
