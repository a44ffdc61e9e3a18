"""Code that names only plain things is told from code that could reach any operation."""

from __future__ import annotations

from types import ModuleType

import pytest
import torch
from torch import Tensor, nn

from grader.worker.plain_names import PLAIN, is_plain

PLAINLY = """
import math
import torch
from torch import nn
from torch.nn import functional as F


class FeedForward(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.first, self.second = nn.Linear(dim, hidden), nn.Linear(hidden, dim)

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        return self.second(F.relu(self.first((x - mean) / math.sqrt(x.shape[-1]))))
"""


def plain(source: str) -> bool:
    """Whether a source is plain once it is compiled."""
    return is_plain([compile(source, "mine.py", "exec")])


def test_an_ordinary_answer_is_plain() -> None:
    """Layers, arithmetic and names of the learner's own are nothing to look into."""
    assert plain(PLAINLY)


@pytest.mark.parametrize(
    "line",
    [
        "torch.ops.aten.layer_norm(x, (4,))",
        "torch._C._VariableFunctions.layer_norm(x, (4,))",
        "torch.jit.script(f)(x)",
        "getattr(torch, name)(x)",
        "eval('torch.' + name)",
        "exec(text)",
        "vars(torch)[name](x)",
        "__import__('torch').ops",
        "torch.nn.modules.normalization.LayerNorm(4)(x)",
        "torch.__dict__[name](x)",
        "x.__class__.mro()",
        "nn.TransformerEncoderLayer(4, 1)(x)",
        "torch.compile(f)(x)",
        "torch.vmap(f)(x)",
    ],
)
def test_a_way_to_any_operation_is_not_plain(line: str) -> None:
    """A namespace of torch, a look-up by text or a module that runs others' operations is looked into."""
    assert not plain(f"{PLAINLY}\ndef use(x, f, name, text):\n    return {line}\n")


@pytest.mark.parametrize(
    "line", ["import importlib", "import numpy as mine", "from torch import ops as mine"]
)
def test_an_import_of_something_else_is_not_plain(line: str) -> None:
    """What is imported under a name of the learner's own still has its name in the import."""
    assert not plain(f"{line}\n{PLAINLY}")


def test_no_plain_name_is_a_namespace() -> None:
    """Behind a plain name of torch there is no module from which anything could be had, but those that are known."""
    spaces = {
        name
        for name in PLAIN
        for home in (torch, nn, nn.functional, Tensor)
        if isinstance(getattr(home, name, None), ModuleType)
    }
    assert spaces <= {"torch", "nn", "functional", "grad", "math", "typing", "dataclasses", "__future__"}
