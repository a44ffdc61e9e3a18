"""Similar sources are found whatever their names are; the stub and what everybody writes count for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.catalog.exercises import load_exercise
from grader.domain.submission import SourceKind, Submission
from grader.reports.similar_page import Similarities, rows_of
from grader.store.store import open_store
from grader.workflows.find_similar import find_similar
from tests.conftest import ROOT
from tests.store.samples import class_result, class_run

EXERCISE = load_exercise(ROOT, 3)
HEAD = EXERCISE.stub + "\n"
OWN = """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout):
        super().__init__()
        self.first = nn.Linear(dim, hidden_dim)
        self.second = nn.Linear(hidden_dim, dim)
        self.drop = nn.Dropout(dropout)
    def forward(self, x):
        widened = torch.relu(self.first(x))
        for _ in range(1):
            widened = self.drop(widened) if self.training else widened
        return self.second(widened) + 0 * x.sum(dim=-1, keepdim=True)
"""
COPIED = (
    OWN.replace("widened", "w")
    .replace("first", "up")
    .replace("second", "down")
    .replace("drop)", "drop)  # mine")
)
OTHER = """
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout):
        super().__init__()
        layers = [nn.Linear(dim, hidden_dim), nn.ReLU(), nn.Dropout(dropout), nn.Linear(hidden_dim, dim)]
        self.net = nn.Sequential(*layers)
    def forward(self, x):
        return self.net(x)
"""
EVERYBODYS = "\ndef check_everything(x, y):\n    assert x.shape == y.shape, (x.shape, y.shape)\n    return torch.allclose(x, y, atol=1e-6)\n"


def found_in(folder: Path, sources: dict[str, str]) -> Similarities:
    """What is similar among these sources, by learner."""
    pytest.importorskip("copydetect")
    with open_store(f"sqlite:///{folder / 's.db'}") as store:
        store.classes.begin_or_join_run(class_run(), after=None)
        for learner, source in sources.items():
            submission = Submission("ex03.py", SourceKind.PYTHON, source.encode())
            row = class_result(learner=learner, submission_digest=submission.digest)
            store.classes.record_results("run-1", [(row, submission)])
        return find_similar(store, class_run(), [EXERCISE], {}, 0.8)


def test_renaming_hides_nothing(tmp_path: Path) -> None:
    """A copy with other names and comments is found, a solution of one's own is not."""
    found = found_in(tmp_path, {"a": HEAD + OWN, "b": HEAD + COPIED, "c": HEAD + OTHER})
    assert [{pair.left.learner, pair.right.learner} for pair in found.pairs] == [{"a", "b"}]
    assert found.compared == 3


def test_the_stub_is_no_similarity(tmp_path: Path) -> None:
    """Two people who share the stub alone are no pair."""
    assert found_in(tmp_path, {"a": HEAD + "pass\n", "b": HEAD + "x = 1\n"}).pairs == ()


def test_what_many_write_is_no_similarity(tmp_path: Path) -> None:
    """A passage that much of the class has, such as a lecture's helper, makes no pair of anybody."""
    sources = {f"s{n}": HEAD + EVERYBODYS + f"value_{n} = {n}\n" for n in range(12)}
    assert found_in(tmp_path, sources).pairs == ()


def test_the_very_same_file_is_told_apart(tmp_path: Path) -> None:
    """Those who handed in equal bytes stand in one group, and are no pair."""
    found = found_in(tmp_path, {"a": HEAD + OWN, "b": HEAD + OWN, "c": HEAD + OTHER})
    assert [each.learners for each in found.same] == [("a", "b")]
    assert found.pairs == ()


def test_lines_are_split_where_the_common_part_begins_and_ends() -> None:
    """Every character stays, in its line, marked where a span covers it."""
    text = "ab\ncdé\r\n\nlast"
    rows = rows_of(text, [(1, 5), (9, 99)])
    assert ["".join(piece for piece, _ in row) for row in rows] == ["ab", "cdé", "", "last"]
    assert rows[0] == (("a", False), ("b", True))
    assert rows[1] == (("cd", True), ("é", False))
    assert rows[3] == (("last", True),)
