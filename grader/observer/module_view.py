"""What can be seen of a built module without calling it."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn

from grader.domain.case import Value
from grader.observer.plain import plain
from grader.observer.unregistered import unregistered


def named_parameters(module: Any) -> dict[str, Tensor]:
    """Path -> parameter, a shared one under each of its paths; {} for what is no module."""
    return dict(module.named_parameters(remove_duplicate=False)) if isinstance(module, nn.Module) else {}


def attribute(module: Any, path: str) -> Any:
    """What stands at a dotted path below a module; a number is an index."""
    for part in path.split(".") if path else ():
        module = module[int(part)] if part.isdigit() else getattr(module, part)
    return module


def look(module: Any, what: str, path: str) -> Value:
    """What `Read` asks for, of a module that is not called (see `Read.what`)."""
    if what == "attribute":
        return plain(attribute(module, path))
    if what == "torch_class":
        found = type(attribute(module, path))
        return next((c.__name__ for c in found.__mro__ if c.__module__.startswith("torch.")), found.__name__)
    if what == "same":
        objects = [attribute(module, part) for part in path.split(",")]
        return all(found is objects[0] for found in objects)
    if what == "parameters":
        named = named_parameters(module)
        first: dict[int, int] = {}
        return tuple(
            (p, tuple(t.shape), t.requires_grad, first.setdefault(id(t), i))
            for i, (p, t) in enumerate(named.items())
        )
    if what == "buffers":
        return (
            tuple((p, tuple(b.shape)) for p, b in module.named_buffers())
            if isinstance(module, nn.Module)
            else ()
        )
    if what == "unregistered":
        return unregistered(module)
    if what == "state_keys":
        return tuple(module.state_dict())
    if what == "modules":
        return tuple((p or ".", type(m).__name__) for p, m in module.named_modules())
    raise ValueError(f"unknown reading {what!r}")
