"""Parameters of modules that nobody has built, as the worker would describe them."""

from __future__ import annotations

from grader.weights.arrangement import Parameter
from grader.weights.units import Tensors


def parameter(path: str, *shape: int, of: str = "Linear") -> Parameter:
    """A parameter whose module has the class name `of`."""
    return Parameter(path, shape, path.rpartition(".")[0], of, path)


def tensors(*found: Parameter) -> list[Tensors]:
    """The tensors as they are, vectors by their number of axes, all in one scope."""
    return [
        Tensors((p.path,), p.shape, p.owner, p.owner_type, order, "", len(p.shape) < 2)
        for order, p in enumerate(found)
    ]
