"""Values or tensors as frames: a small JSON header, then raw tensor bytes; never pickle.

A frame is 4 bytes (big-endian length of the header), the header, and the tensors' bytes one after the other.
The header is `{"v": value, "t": [[dtype, shape], ...]}`. Decoding trusts nothing: every size is checked
against the caps before a byte of it is read, every number and text is bounded, and anything odd is a
`ProtocolViolation`. Encoding keeps the same rules, so that no honest value is odd: what cannot cross as it is
becomes `Opaque`, its description.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence

import torch

from grader.domain.case import Value
from grader.protocol.allowance import Allowance
from grader.protocol.frame_limits import (
    DTYPES,
    FRAME_LIMIT_BYTES,
    HEADER_LIMIT_BYTES,
    REPLY_LIMIT_BYTES,
    TENSORS_LIMIT,
)
from grader.protocol.packer import Packer
from grader.protocol.unpacker import Unpacker, bytes_of, read_shape, read_tensor
from grader.protocol.violation import ProtocolViolation

_MALFORMED = (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError)


def encode(value: Value, *, shared: bool = True) -> bytes:
    """Return the frame of `value`; what cannot cross the pipe is replaced by `Opaque` with its description.

    A tensor that occurs several times crosses once, and is one object on the other side; without `shared`, as
    in replies, it crosses each time.
    """
    return encode_counted(value, shared=shared)[0]


def encode_counted(value: Value, *, shared: bool) -> tuple[bytes, int]:
    """The frame of `value`, and how many values decoding it will count."""
    packer = Packer(shared)
    structure = packer.pack(value, 0)
    header = json.dumps({"v": structure, "t": packer.table}, separators=(",", ":"), ensure_ascii=False)
    text = header.encode()
    return b"".join((struct.pack(">I", len(text)), text, *packer.blobs)), packer.values


def decode(
    read: Callable[[int], bytes], *, trusted: bool = False, allowance: Allowance | None = None
) -> Value:
    """Read one frame through `read(n)` (which returns exactly n bytes) and return its value.

    Raises ProtocolViolation on any size over the caps, unknown dtype, unbounded number or text, or malformed
    structure, and when the frame goes beyond `allowance` (a fresh one unless given). `trusted` lifts the caps
    for frames that come from the judge, in which tensors may be shared.
    """
    left = None if trusted else allowance or Allowance()
    (length,) = struct.unpack(">I", read(4))
    if length > (FRAME_LIMIT_BYTES if trusted else HEADER_LIMIT_BYTES):
        raise ProtocolViolation(f"header of {length} bytes")
    if left is not None:
        left.spend(size=4 + length)
    try:
        header = json.loads(read(length))
        table = [(DTYPES[name], read_shape(shape)) for name, shape in header["t"]]
        sizes = [bytes_of(dtype, shape) for dtype, shape in table]
        total = sum(sizes)
        if total > (FRAME_LIMIT_BYTES if trusted else REPLY_LIMIT_BYTES) or not (
            trusted or len(table) <= TENSORS_LIMIT
        ):
            raise ProtocolViolation(f"{len(table)} tensors of {total} bytes")
        if left is not None:
            left.spend(size=total)
        tensors = _tensors(read(total), sizes, table)
        return Unpacker(tensors, left).whole(header["v"])
    except _MALFORMED as error:
        raise ProtocolViolation(f"malformed frame: {type(error).__name__}") from error


def _tensors(
    data: bytes, sizes: Sequence[int], table: Sequence[tuple[torch.dtype, tuple[int, ...]]]
) -> list[torch.Tensor]:
    """The tensors of a table, each of its own bytes."""
    view, tensors, start = memoryview(data), [], 0
    for size, (dtype, shape) in zip(sizes, table, strict=True):
        tensors.append(read_tensor(view[start : start + size], dtype, shape))
        start += size
    return tensors
