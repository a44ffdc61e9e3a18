"""Frames in memory: what reads them, and how one is made by hand."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable


def reader(data: bytes) -> Callable[[int], bytes]:
    """Returns the next bytes of `data`; EOFError where there are not so many."""
    rest = bytearray(data)

    def read(size: int) -> bytes:
        if len(rest) < size:
            raise EOFError
        taken = bytes(rest[:size])
        del rest[:size]
        return taken

    return read


def frame(value: object, table: object = (), blobs: bytes = b"") -> bytes:
    """The frame of a structure and a table of tensors, whether they are well formed or not."""
    text = json.dumps({"v": value, "t": list(table)}).encode()  # type: ignore[call-overload]
    return struct.pack(">I", len(text)) + text + blobs
