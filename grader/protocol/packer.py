"""From a value to what a frame says of it; what cannot cross becomes its description."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch

from grader.domain.case import Opaque, Raised, Value
from grader.domain.plain_text import TEXT_LIMIT, cleaned
from grader.domain.site import is_well_formed
from grader.protocol.frame_limits import (
    BASES_LIMIT,
    DEPTH_LIMIT,
    DIMENSIONS_LIMIT,
    DTYPE_NAMES,
    FIELDS,
    INTEGER_LIMIT,
    ITEMS_LIMIT,
    LINE_LIMIT,
    MET_LIMIT,
    REPLY_LIMIT_BYTES,
    TENSOR_LIMIT_BYTES,
    TENSORS_LIMIT,
    span_bytes,
)


class Packer:
    """Turns a value into what a header says of it: its structure, its tensors' table, and their bytes."""

    def __init__(self, shared: bool) -> None:
        self.shared = shared
        self.table: list[list[Any]] = []
        self.blobs: list[bytes] = []
        self.values = 0
        self._bytes = 0
        self._places: dict[int, Any] = {}

    def pack(self, value: Value, depth: int) -> Any:
        """The structure of `value`, which lies `depth` containers deep."""
        self.values += 1
        if value is None or type(value) is bool:
            return value
        if type(value) is int:
            return value if abs(value) < INTEGER_LIMIT else {"o": "int beyond 64 bits"}
        if type(value) is str:
            text = cleaned(value)
            return text[:TEXT_LIMIT] if depth else text
        if type(value) is float:
            return {"f": repr(value)}
        if depth >= DEPTH_LIMIT:
            return {"o": "nested too deep"}
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, (tuple, list)):
            if len(value) > ITEMS_LIMIT:
                return self._record(_too_many(value), depth)
            return {"l" if isinstance(value, tuple) else "L": [self.pack(v, depth + 1) for v in value]}
        if isinstance(value, dict):
            if not all(isinstance(k, str) for k in value):
                return {"o": "dict with keys that are not strings"}
            if len(value) > ITEMS_LIMIT:
                return self._record(_too_many(value), depth)
            return {"d": [[cleaned(str(k))[:TEXT_LIMIT], self.pack(v, depth + 1)] for k, v in value.items()]}
        if type(value) in FIELDS:
            return self._record(_bounded(value), depth)
        return {"o": cleaned(type(value).__name__)[:100]}

    def _record(self, value: Any, depth: int) -> Any:
        given = [(name, getattr(value, name), default) for name, default in FIELDS[type(value)]]
        return {
            "r": type(value).__name__,
            "d": [[name, self.pack(v, depth + 1)] for name, v, default in given if v is not default],
        }

    def _tensor(self, tensor: torch.Tensor) -> Any:
        place = self._places.get(id(tensor)) if self.shared else None
        if place is None:
            place = self._packed(tensor)
            if self.shared:
                self._places[id(tensor)] = place
        return place

    def _packed(self, tensor: torch.Tensor) -> Any:
        instead = described_instead(tensor)
        if instead is not None:
            return self._record(instead, 0)
        name, shape = DTYPE_NAMES[tensor.dtype], list(tensor.shape)
        if not self.shared and self._is_full(tensor):
            return self._record(Opaque(f"tensor {shape} {name}", too_large=True), 0)
        if tensor.device.type == "meta":
            return {"m": [name, shape]}
        dense = tensor.detach().resolve_neg().contiguous()
        raw = dense.view(torch.int16) if tensor.dtype is torch.bfloat16 else dense
        self.table.append([name, shape])
        self.blobs.append(raw.numpy().tobytes())
        return {"t": len(self.blobs) - 1}

    def _is_full(self, tensor: torch.Tensor) -> bool:
        """Whether a reply has no room for one more tensor."""
        self._bytes += tensor.nbytes if tensor.device.type != "meta" else 0
        return len(self.table) >= TENSORS_LIMIT or self._bytes > REPLY_LIMIT_BYTES


def described_instead(tensor: torch.Tensor) -> Opaque | None:
    """What crosses in the place of a tensor that cannot; None for one that can."""
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter):
        return Opaque(cleaned(f"tensor subclass {type(tensor).__name__}")[:100])
    if tensor.is_nested:  # it has no shape
        return Opaque("nested tensor")
    if len(tensor.shape) > DIMENSIONS_LIMIT:
        return Opaque(f"tensor of {len(tensor.shape)} dimensions")
    name = DTYPE_NAMES.get(tensor.dtype)
    if name is None or tensor.layout is not torch.strided or tensor.is_quantized:
        return Opaque(f"tensor of dtype {tensor.dtype}, layout {tensor.layout}")
    if span_bytes(tuple(tensor.shape), tensor.dtype) > TENSOR_LIMIT_BYTES:
        return Opaque(f"tensor {list(tensor.shape)} {name}", too_large=True)
    return None


def _too_many(value: Any) -> Opaque:
    return Opaque(f"{type(value).__name__} of {len(value)}", too_large=True)


def _bounded(record: Any) -> Any:
    """The record; an exception's line, bases and site within what decoding accepts."""
    if not isinstance(record, Raised):
        return record
    line = record.line if record.line is not None and 0 <= record.line < LINE_LIMIT else None
    site = record.site
    if site is not None:
        site = dataclasses.replace(site, met=site.met[:MET_LIMIT]) if is_well_formed(site) else None
    return dataclasses.replace(record, line=line, bases=record.bases[:BASES_LIMIT], site=site)
