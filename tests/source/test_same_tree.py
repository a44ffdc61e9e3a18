"""A block that is handed in is recognised whatever its names, comments and hints; other right code is not."""

from __future__ import annotations

from grader.catalog.blocks import FOLDER
from grader.source.same_tree import contains
from tests.conftest import ROOT

BLOCK = '''
class Pool(nn.Module):
    """Means."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.inner = nn.Linear(dim, dim)

    def forward(self, x: Tensor) -> Tensor:
        """[B, S, D]."""
        y: Tensor = self.inner(x)
        return y.mean(1)
'''


def test_another_name_is_the_same_tree() -> None:
    """Names of classes, attributes and variables, hints, docstrings and the order of methods count for nothing."""
    renamed = """
class Mine(nn.Module):
    def forward(me, tokens):
        # their mean
        z = me.lin(tokens)
        return z.mean(1)
    def __init__(me, width):
        super().__init__()
        me.lin = nn.Linear(width, width)
"""
    assert contains(renamed, BLOCK)
    assert contains("import torch\n" + renamed + "\nprint(1)\n", BLOCK)


def test_another_computation_is_another_tree() -> None:
    """Another axis, another function or another order of the variables is not the block."""
    assert not contains(BLOCK.replace("mean(1)", "mean(0)"), BLOCK)
    assert not contains(BLOCK.replace("y.mean", "y.sum"), BLOCK)
    assert not contains(BLOCK.replace("return y.", "return x."), BLOCK)
    assert not contains("def f(:", BLOCK)


def test_no_right_program_is_a_block() -> None:
    """The course's blocks are written so that nobody's own answer is one of them."""
    blocks = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / FOLDER).glob("*.py")}
    right = [*ROOT.glob("reference/*/alternatives/*.py"), *ROOT.glob("reference/*/solution.py")]
    assert len(right) > 100
    for path in right:
        source = path.read_text(encoding="utf-8")
        assert [name for name, block in blocks.items() if contains(source, block)] == [], path
    assert all(contains(block, block) for block in blocks.values())
