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


TWICE = """\
class FeedForward(nn.Module):
    def __init__(self, dim):
        self.net = nn.Sequential(
            nn.Linear(dim, dim),
            nn.ReLU(),
            nn.Linear(dim, dim),
            nn.ReLU(),
        )
        rate = 0.1
        self.drop = nn.Dropout(rate)

    def forward(self, x):
        return self.drop(self.net(x))
"""


def test_of_layers_made_alike_the_one_that_acts_is_told() -> None:
    """Of two layers in a row of layers the second activation of the pass is the one that was made second."""
    lines = {None: TWICE.split("\n")}
    assert written("extra activation relu on y", Place(13), lines, (1, 2)) == Place(7)


def test_a_layer_that_is_used_twice_is_wrong_where_it_acts() -> None:
    """One line that makes an activation and two that act: the line of the extra use stays."""
    lines = {None: ["self.act = nn.ReLU()", "h = self.act(a)", "y = self.act(b)"]}
    assert written("extra activation relu on y", Place(3), lines, (1, 2)) == Place(3)


def test_a_rate_is_told_where_its_number_stands() -> None:
    """A rate kept in a variable is wrong there, not where the dropout acts."""
    assert written("dropout.rate=0.1", Place(13), {None: TWICE.split("\n")}) == Place(9)


@pytest.mark.parametrize(("kind", "line"), [("gelu", 5), ("gelu tanh", 2)])
def test_a_right_function_that_is_misused_is_told_where_it_is_called(kind: str, line: int) -> None:
    """A gelu that is called in the place of another activation is wrong at the call, a wrong gelu inside of itself."""
    lines = {None: ["def gelu(x):", "    return x * phi(x)", "", "def forward(x):", "    return gelu(x) * x"]}
    assert written(f"activation.kind={kind}", Place(2), lines) == Place(line)
