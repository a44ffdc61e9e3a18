"""The blocks that an exercise gives can be imported, and nothing else of their files."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator

import pytest

from grader.worker.blocks import install_blocks

SOURCE = """
import math
_secret = 1
def double(x):
    return 2 * x
class Norm:
    pass
"""


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """No course is left among the modules."""
    yield
    for name in ("course", "course.blocks"):
        sys.modules.pop(name, None)


def test_public_names_can_be_imported() -> None:
    """Functions and classes of the block's own, no imports and no private names."""
    install_blocks({"norm": SOURCE, "other": "def triple(x):\n    return 3 * x\n"})
    blocks = importlib.import_module("course.blocks")
    assert blocks.double(2) == 4
    assert blocks.triple(2) == 6
    assert not hasattr(blocks, "math")
    assert not hasattr(blocks, "_secret")


def test_without_blocks_there_is_an_empty_package() -> None:
    """An exercise that gives nothing has a package in which nothing is."""
    install_blocks({})
    blocks = importlib.import_module("course.blocks")
    assert [name for name in vars(blocks) if not name.startswith("_")] == []
