"""What is plainly not as asked, without a value being compared: names, shapes, types, defaults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FactKind(StrEnum):
    """What a fact is about; those of parameters come first, since values follow from them.

    frozen: parameters that require no gradient. buffers, plain, listed: what should be parameters and is a buffer, a
    plain tensor, or inside a Python list. unbuffered: what should be a buffer and is none. extra, missing: parameter
    tensors too many or too few. renamed, reshaped, numbers: other names, shapes, or another count of numbers. shared:
    one tensor where several are asked for. default: another default of an argument. form: another kind of result.
    dtype, device: of the result. in_place: an argument is changed.
    """

    FROZEN = "frozen"
    BUFFERS = "buffers"
    PLAIN = "plain"
    LISTED = "listed"
    UNBUFFERED = "unbuffered"
    EXTRA = "extra"
    MISSING = "missing"
    RENAMED = "renamed"
    RESHAPED = "reshaped"
    NUMBERS = "numbers"
    SHARED = "shared"
    DEFAULT = "default"
    FORM = "form"
    DTYPE = "dtype"
    DEVICE = "device"
    IN_PLACE = "in_place"


@dataclass(frozen=True)
class Fact:
    """One fact. `found` and `expected` are names, shapes, counts, dtypes or values, as the kind says; names are those
    of the learner's file and of the contract. `line` is the learner's, within `cell` of a notebook, where one line
    alone can be meant, and `code` is what stands there.
    """

    kind: FactKind
    found: tuple[str, ...]
    expected: tuple[str, ...] = ()
    line: int | None = None
    cell: int | None = None
    code: str = ""
