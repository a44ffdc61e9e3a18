"""Tells which of torch's operations ran, below autograd, whoever called them."""

from __future__ import annotations

from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode


class OperationWatch(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's base is untyped
    """Notes which of the wanted parts of names ("softmax") occur among the operations that run inside it."""

    def __init__(self, wanted: tuple[str, ...]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # torch's base is untyped
        self.wanted = wanted
        self.seen: set[str] = set()

    @classmethod
    def _should_skip_dynamo(cls) -> bool:  # True would import torch._dynamo at the first operation: seconds
        return False

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = str(func)
        self.seen.update(part for part in self.wanted if part in name)
        return func(*args, **(kwargs or {}))
