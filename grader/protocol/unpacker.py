"""From what a frame says back to a value, taking nothing for granted."""

from __future__ import annotations

import math
from typing import Any

import torch

from grader.domain.case import Opaque, Raised, Value
from grader.domain.plain_text import cleaned, is_clean
from grader.domain.site import Site, is_well_formed
from grader.protocol.allowance import Allowance
from grader.protocol.frame_limits import (
    BASES_LIMIT,
    DEPTH_LIMIT,
    DIMENSIONS_LIMIT,
    DTYPES,
    FLOAT_DIGITS_LIMIT,
    INTEGER_LIMIT,
    LINE_LIMIT,
    MET_LIMIT,
    RECORDS,
    REPLY_RECORDS,
    TENSOR_LIMIT_BYTES,
    span_bytes,
)
from grader.protocol.violation import ProtocolViolation


def read_shape(found: object) -> tuple[int, ...]:
    """The shape that a header claims; ProtocolViolation unless it is one."""
    if (
        not isinstance(found, list)
        or len(found) > DIMENSIONS_LIMIT
        or not all(type(n) is int and 0 <= n <= TENSOR_LIMIT_BYTES for n in found)
    ):
        raise ProtocolViolation("malformed shape")
    return tuple(found)


def bytes_of(dtype: torch.dtype, shape: tuple[int, ...]) -> int:
    """How many bytes such a tensor has; ProtocolViolation if they, or its strides, are too many."""
    if span_bytes(shape, dtype) > TENSOR_LIMIT_BYTES:
        raise ProtocolViolation(f"tensor of shape {list(shape)}")
    return math.prod(shape) * dtype.itemsize


def read_tensor(data: memoryview, dtype: torch.dtype, shape: tuple[int, ...]) -> torch.Tensor:
    """The tensor of these bytes, which it owns."""
    if not data:
        return torch.empty(shape, dtype=dtype)
    buffer = bytearray(data)
    if dtype is torch.bool:  # a byte other than 0 and 1 would be a bool of undefined behaviour
        return torch.frombuffer(buffer, dtype=torch.uint8).ne(0).reshape(shape)
    return torch.frombuffer(buffer, dtype=dtype).reshape(shape)


class Unpacker:
    """Turns a header's structure back into a value; `left` is None for frames of the judge's own."""

    def __init__(self, tensors: list[torch.Tensor], left: Allowance | None) -> None:
        self.tensors = tensors
        self.left = left
        self.taken = 0
        self.values = 0

    def whole(self, found: Any) -> Value:
        """The value of a frame, with every tensor of its table used once unless the frame may share them."""
        value = self.unpack(found, 0)
        if self.left is not None:
            self.left.spend(values=self.values)
            if self.taken != len(self.tensors):
                raise ProtocolViolation("a tensor that belongs to nothing")
        return value

    def unpack(self, found: Any, depth: int) -> Value:
        """The value of a structure that lies `depth` containers deep."""
        self.values += 1
        kind = type(found)
        if kind is str:
            return self._text(found)
        if kind is dict:
            if depth > DEPTH_LIMIT:
                raise ProtocolViolation("nested too deep")
            if "r" in found:
                return self._record(found, depth)
            ((tag, body),) = found.items()
            return self._tagged(tag, body, depth)
        if found is None or kind is bool:
            return found
        if kind is int and -INTEGER_LIMIT < found < INTEGER_LIMIT:
            return found
        raise ProtocolViolation("malformed value")

    def _tagged(self, tag: str, body: Any, depth: int) -> Value:
        if tag == "t":
            return self._take(body)
        if tag == "f":
            if type(body) is not str or len(body) > FLOAT_DIGITS_LIMIT:
                raise ProtocolViolation("malformed number")
            return float(body)
        if tag == "o":
            return Opaque(self._text(body))
        if tag == "m":
            dtype, shape = DTYPES[body[0]], read_shape(body[1])
            bytes_of(dtype, shape)
            return torch.empty(shape, dtype=dtype, device="meta")
        if tag == "d":
            return {self._text(k): self.unpack(v, depth + 1) for k, v in body}
        if tag in ("l", "L"):
            items = [self.unpack(v, depth + 1) for v in body]
            return tuple(items) if tag == "l" else items
        raise ProtocolViolation(f"unknown tag {cleaned(tag[:20])}")

    def _text(self, found: Any) -> str:
        if type(found) is not str or (self.left is not None and not is_clean(found)):
            raise ProtocolViolation("malformed text")
        return found

    def _take(self, place: Any) -> torch.Tensor:
        """The tensor at this place; a reply's tensors come in the order of its table, each once."""
        if type(place) is not int or (self.left is not None and place != self.taken):
            raise ProtocolViolation("malformed place of a tensor")
        self.taken += 1
        return self.tensors[place]

    def _record(self, found: Any, depth: int) -> Value:
        name = found["r"]
        if self.left is not None and name not in REPLY_RECORDS:
            raise ProtocolViolation("a record that no reply holds")
        fields = {self._text(k): self.unpack(v, depth + 1) for k, v in found["d"]}
        record = RECORDS[name](**fields)
        if not _is_well_formed(record):
            raise ProtocolViolation("malformed record")
        return record


def _is_well_formed(record: Any) -> bool:
    """Whether the fields of an exception or a description are of the types that they say."""
    match record:
        case Raised():
            texts = (record.type, record.message, record.place)
            line = record.line is None or (type(record.line) is int and 0 <= record.line < LINE_LIMIT)
            site = record.site is None or isinstance(record.site, Site)
            bases = isinstance(record.bases, tuple) and len(record.bases) <= BASES_LIMIT
            return line and site and bases and all(isinstance(text, str) for text in (*texts, *record.bases))
        case Site():
            return len(record.met) <= MET_LIMIT and is_well_formed(record)
        case Opaque():
            return isinstance(record.description, str) and isinstance(record.too_large, bool)
    return True
