"""A value in a few words, without its contents."""

from __future__ import annotations

from torch import Tensor

from grader.domain.case import Opaque, Raised, Value


def describe_value(value: Value) -> str:
    """Name a value by type, shape and dtype, without its contents."""
    if isinstance(value, Tensor):
        return f"tensor {list(value.shape)} {str(value.dtype).removeprefix('torch.')}"
    if isinstance(value, Raised):
        return value.type
    if isinstance(value, Opaque):
        return value.description
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__} of {len(value)}"
    return type(value).__name__ if isinstance(value, dict) else repr(value)[:80]
