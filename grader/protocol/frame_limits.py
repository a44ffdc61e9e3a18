"""What a frame may hold: types of entries, records, the caps that both sides keep."""

from __future__ import annotations

import dataclasses
import math

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
)
from grader.domain.site import Site

HEADER_LIMIT_BYTES = 512 * 1024
FRAME_LIMIT_BYTES = 64 * 1024 * 1024
REPLY_LIMIT_BYTES = 24 * 1024 * 1024
TENSORS_LIMIT = 4096
"""Tensors of one reply, and their bytes; a frame of the judge's own may have any number, and the bytes of a frame."""

TENSOR_LIMIT_BYTES = 16 * 1024 * 1024
DIMENSIONS_LIMIT = 16
DEPTH_LIMIT = 12
ITEMS_LIMIT = 4096
BASES_LIMIT = 32
LINE_LIMIT = 10**7
MET_LIMIT = 64
INTEGER_LIMIT = 2**63
FLOAT_DIGITS_LIMIT = 32

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
DTYPE_NAMES = {dtype: name for name, dtype in DTYPES.items()}
RECORDS: dict[str, type] = {
    cls.__name__: cls
    for cls in (Build, Make, Call, Read, Reload, Optimise, Train, Probe, Earlier, Raised, Site, Opaque)
}
REPLY_RECORDS = frozenset({"Raised", "Site", "Opaque"})
"""The records that a reply may hold."""

FIELDS = {
    cls: tuple((field.name, field.default) for field in dataclasses.fields(cls) if field.name != "weights")
    for cls in RECORDS.values()
}
"""The fields of a record that cross, with their defaults: what has its default stays out of the frame."""


def span_bytes(shape: tuple[int, ...], dtype: torch.dtype) -> int:
    """The bytes of a tensor if no axis were empty: so far its strides reach, and so they are bounded, too."""
    return math.prod(max(size, 1) for size in shape) * dtype.itemsize
