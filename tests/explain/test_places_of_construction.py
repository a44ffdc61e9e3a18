"""A fault in what a layer was given is placed where the layer was made."""

from __future__ import annotations

import pytest

from grader.domain.computation import Place
from grader.explain.written import written

SOURCE = """\
class FeedForward(nn.Module):
    def __init__(self, dim, hidden_dim, dropout=0.0):
        self.net = nn.Sequential(
            nn.Linear(dim, hidden_dim),
            nn.GELU(),  # relu( in the notes
        )
        self.drop = nn.Dropout(p=0.10)
        self.other = nn.Dropout(0.15)
        self.norm = nn.LayerNorm(dim, eps=1e-6)

    def forward(self, x):
        h = self.net(x)
        return F.silu(self.drop(h))
"""
LINES = {None: SOURCE.split("\n")}


@pytest.mark.parametrize(
    ("key", "acts", "made"),
    [
        ("activation.kind=gelu", 12, 5),
        ("dropout.rate=0.1", 13, 7),
        ("dropout.rate=0.15", 13, 8),
        ("activation.kind=silu", 13, 13),
        ("activation.kind=relu", 12, 12),
        ("dropout.rate=0.2", 13, 13),
        ("normalise.over=D-1", 12, 12),
        ("normalise.eps_value=1e-06", 13, 9),
    ],
)
def test_the_line_of_construction_is_told(key: str, acts: int, made: int) -> None:
    """The line is that of the layer's construction if exactly one shows the fault, else the one where it acts."""
    assert written(key, Place(acts), LINES) == Place(made)


def test_two_lines_that_could_be_meant_leave_the_place() -> None:
    """Where two layers were made alike, the line where one acts is told."""
    twice = {None: [*LINES[None], "again = nn.GELU()"]}
    assert written("activation.kind=gelu", Place(12), twice) == Place(12)


def test_a_line_in_another_cell_is_found() -> None:
    """In a notebook the layer may be made in another cell than the one where it acts."""
    cells = {1: ["act = nn.GELU()"], 2: ["def f(x):", "    return act(x)"]}
    assert written("activation.kind=gelu", Place(2, 2), cells) == Place(1, 1)
