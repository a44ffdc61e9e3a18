"""Values made fit for the pipe: detached, of plain types, bounded in depth."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from grader.domain.case import Opaque, Raised, Value
from grader.protocol.frame_limits import ITEMS_LIMIT


def plain(value: Any, depth: int = 0) -> Value:
    """Detach tensors and keep containers; anything else that is not a plain value becomes `Opaque`."""
    if isinstance(value, float):
        return float(value)  # numpy's float64 is one, and would not cross the pipe as it is
    if value is None or isinstance(value, (bool, int, str, Opaque, Raised)):
        return value
    if isinstance(value, Tensor):
        return value.detach().clone() if value.device.type != "meta" else value.detach()
    if isinstance(value, (tuple, list, dict)) and len(value) > ITEMS_LIMIT:
        return Opaque(f"{type(value).__name__} of {len(value)}", too_large=True)
    if depth < 4 and isinstance(value, (tuple, list)):
        items = [plain(v, depth + 1) for v in value]
        return tuple(items) if isinstance(value, tuple) else items
    if depth < 4 and isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    return Opaque(type(value).__name__)
