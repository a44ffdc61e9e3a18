"""Values and tensors as frames: a small JSON header and raw tensor bytes; never pickle.

A frame is 4 bytes (big-endian length of the header), the header, and the tensors' bytes one after the other.
The header is `{"v": value, "t": [[dtype, shape], ...]}`. Decoding trusts nothing: every size is checked
against the caps before a byte of it is read, and anything odd is a `ProtocolViolation`.
"""

from __future__ import annotations

import dataclasses
import json
import math
import struct
from collections.abc import Callable
from typing import Any

import torch

from grader.domain.case import (
    Build,
    Call,
    Earlier,
    Make,
    Opaque,
    Optimise,
    Probe,
    Raised,
    Read,
    Reload,
    Train,
    Value,
)
from grader.domain.site import Site, is_well_formed

HEADER_LIMIT_BYTES = 64 * 1024
FRAME_LIMIT_BYTES = 64 * 1024 * 1024
TENSOR_LIMIT_BYTES = 16 * 1024 * 1024
DIMENSIONS_LIMIT = 16
DEPTH_LIMIT = 12
TEXT_LIMIT = 2000

DTYPES: dict[str, torch.dtype] = {
    name: getattr(torch, name)
    for name in (
        "float64",
        "float32",
        "float16",
        "bfloat16",
        "int64",
        "int32",
        "int16",
        "int8",
        "uint8",
        "bool",
    )
}
_NAMES = {dtype: name for name, dtype in DTYPES.items()}
_RECORDS: dict[str, type] = {
    cls.__name__: cls
    for cls in (Build, Make, Call, Read, Reload, Optimise, Train, Probe, Earlier, Raised, Site, Opaque)
}
_FIELDS = {
    cls: tuple((field.name, field.default) for field in dataclasses.fields(cls) if field.name != "weights")
    for cls in _RECORDS.values()
}
"""The fields of a record that cross, with their defaults: what has its default stays out of the frame."""


@dataclasses.dataclass(frozen=True)
class _Tensors:
    """What a frame's header says of its tensors, and their bytes; each object's once (`places`, by id)."""

    table: list[list[Any]] = dataclasses.field(default_factory=list)
    blobs: list[bytes] = dataclasses.field(default_factory=list)
    places: dict[int, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class _Arrived:
    """A frame's tensors, and how many bytes of them its value may still hold: one may occur many times."""

    tensors: list[torch.Tensor]
    left_bytes: float

    def take(self, place: Any) -> torch.Tensor:
        """The tensor at this place; ProtocolViolation if that is more than the value may hold."""
        tensor: torch.Tensor = self.tensors[place]
        self.left_bytes -= tensor.nbytes
        if self.left_bytes < 0:
            raise ProtocolViolation(f"a value of more than {FRAME_LIMIT_BYTES} bytes")
        return tensor


class ProtocolViolation(Exception):
    """A reply that breaks the rules of the pipe; the whole submission is void."""


def encode(value: Value) -> bytes:
    """Return the frame of `value`; what cannot cross the pipe is replaced by `Opaque` with its description.

    A tensor that occurs several times crosses once, and is one object on the other side.
    """
    tensors = _Tensors()
    structure = _pack(value, tensors, 0)
    header = json.dumps({"v": structure, "t": tensors.table}, separators=(",", ":"), ensure_ascii=False)
    plain = header.encode("utf-8", "replace")
    return b"".join((struct.pack(">I", len(plain)), plain, *tensors.blobs))


def decode(read: Callable[[int], bytes], *, trusted: bool = False) -> Value:
    """Read one frame through `read(n)` (which returns exactly n bytes) and return its value.

    Raises ProtocolViolation on any size over the caps, unknown dtype, or malformed structure. `trusted` lifts
    two caps for frames that come from the judge: the header's, and that of tensors counted each time they occur.
    """
    (length,) = struct.unpack(">I", read(4))
    if length > (FRAME_LIMIT_BYTES if trusted else HEADER_LIMIT_BYTES):
        raise ProtocolViolation(f"header of {length} bytes")
    try:
        header = json.loads(read(length))
        table = [(DTYPES[name], _shape(shape)) for name, shape in header["t"]]
        sizes = [_nbytes(dtype, shape) for dtype, shape in table]
        if sum(sizes) > FRAME_LIMIT_BYTES:
            raise ProtocolViolation(f"tensors of {sum(sizes)} bytes")
        tensors = [
            _tensor(read(size), dtype, shape) for size, (dtype, shape) in zip(sizes, table, strict=True)
        ]
        return _unpack(header["v"], _Arrived(tensors, math.inf if trusted else FRAME_LIMIT_BYTES), 0)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise ProtocolViolation(f"malformed frame: {type(error).__name__}") from error


def _shape(found: object) -> tuple[int, ...]:
    if (
        not isinstance(found, list)
        or len(found) > DIMENSIONS_LIMIT
        or not all(type(n) is int and 0 <= n < 2**40 for n in found)
    ):
        raise ProtocolViolation("malformed shape")
    return tuple(found)


def _nbytes(dtype: torch.dtype, shape: tuple[int, ...]) -> int:
    size = math.prod(shape) * dtype.itemsize
    if size > TENSOR_LIMIT_BYTES:
        raise ProtocolViolation(f"tensor of {size} bytes")
    return size


def _tensor(data: bytes, dtype: torch.dtype, shape: tuple[int, ...]) -> torch.Tensor:
    if not data:
        return torch.empty(shape, dtype=dtype)
    buffer = bytearray(data)
    if dtype is torch.bool:  # a byte other than 0 and 1 would be a bool of undefined behaviour
        return torch.frombuffer(buffer, dtype=torch.uint8).ne(0).reshape(shape)
    return torch.frombuffer(buffer, dtype=dtype).reshape(shape)


def _pack(value: Value, tensors: _Tensors, depth: int) -> Any:
    if value is None or type(value) is bool:
        return value
    if type(value) is int:
        return value if abs(value) < 2**63 else {"o": "int beyond 64 bits"}
    if type(value) is str:
        return value[:TEXT_LIMIT] if depth else value
    if type(value) is float:
        return {"f": repr(value)}
    if depth >= DEPTH_LIMIT:
        return {"o": "nested too deep"}
    if isinstance(value, torch.Tensor):
        place = tensors.places.get(id(value))
        if place is None:
            place = tensors.places[id(value)] = _pack_tensor(value, tensors)
        return place
    if isinstance(value, (tuple, list)):
        if len(value) > 4096:
            return {"o": f"{type(value).__name__} of {len(value)} items"}
        return {"l" if isinstance(value, tuple) else "L": [_pack(v, tensors, depth + 1) for v in value]}
    if isinstance(value, dict):
        if len(value) > 4096 or not all(isinstance(k, str) for k in value):
            return {"o": "dict with keys that are not strings"}
        return {"d": [[str(k), _pack(v, tensors, depth + 1)] for k, v in value.items()]}
    fields = _FIELDS.get(type(value))
    if fields is not None:
        given = [(name, getattr(value, name), default) for name, default in fields]
        return {
            "r": type(value).__name__,
            "d": [[name, _pack(v, tensors, depth + 1)] for name, v, default in given if v is not default],
        }
    return {"o": type(value).__name__[:100]}


def _pack_tensor(tensor: torch.Tensor, tensors: _Tensors) -> Any:
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter):
        return {"o": f"tensor subclass {type(tensor).__name__}"[:100]}
    if tensor.is_nested:  # it has no shape
        return {"o": "nested tensor"}
    name, shape = _NAMES.get(tensor.dtype), list(tensor.shape)
    if len(shape) > DIMENSIONS_LIMIT:
        return {"o": f"tensor of {len(shape)} dimensions"}
    if name is None or tensor.layout is not torch.strided or tensor.is_quantized:
        return {"o": f"tensor of dtype {tensor.dtype}, layout {tensor.layout}"}
    if tensor.device.type == "meta":
        return {"m": [name, shape]}
    if math.prod(shape) * tensor.dtype.itemsize > TENSOR_LIMIT_BYTES:
        return {"o": f"tensor of shape {shape}"}
    dense = tensor.detach().resolve_neg().contiguous()
    raw = dense.view(torch.int16) if tensor.dtype is torch.bfloat16 else dense
    tensors.table.append([name, shape])
    tensors.blobs.append(raw.numpy().tobytes())
    return {"t": len(tensors.blobs) - 1}


def _checked(record: Any) -> Value:
    """The record; TypeError if it is one of those that a reply holds and its fields are of other types."""
    match record:
        case Raised():
            texts = (record.type, record.message, record.place, *record.bases)
            good = isinstance(record.bases, tuple) and (record.line is None or type(record.line) is int)
            good = good and (record.site is None or isinstance(record.site, Site))
        case Opaque():
            texts, good = (record.description,), True
        case Site():
            texts, good = (record.near,), is_well_formed(record)
        case _:
            return record
    if not good or not all(isinstance(text, str) for text in texts):
        raise TypeError("malformed record")
    return record


def _unpack(found: Any, tensors: _Arrived, depth: int) -> Value:
    if found is None or type(found) in (bool, int, str):
        return found
    if depth > DEPTH_LIMIT or type(found) is not dict:
        raise ProtocolViolation("malformed value")
    if "r" in found:
        fields = {str(k): _unpack(v, tensors, depth + 1) for k, v in found["d"]}
        return _checked(_RECORDS[found["r"]](**fields))
    ((tag, body),) = found.items()
    if tag == "t":
        return tensors.take(body)
    if tag == "f":
        return float(body)
    if tag == "o":
        return Opaque(str(body)[:TEXT_LIMIT])
    if tag == "m":
        return torch.empty(_shape(body[1]), dtype=DTYPES[body[0]], device="meta")
    if tag == "d":
        return {str(k): _unpack(v, tensors, depth + 1) for k, v in body}
    if tag in ("l", "L"):
        items = [_unpack(v, tensors, depth + 1) for v in body]
        return tuple(items) if tag == "l" else items
    raise ProtocolViolation(f"unknown tag {str(tag)[:20]}")
